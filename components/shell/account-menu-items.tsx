import { Menu, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { signOutHere } from "@/components/people/accounts/sign-out";
import { useOpened } from "@/components/ui/use-opened";
import { useUserId } from "@/components/ui/signed-in";

const SCHEMES: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "dark", label: "Dark", icon: IconMoon },
  { value: "auto", label: "System", icon: IconDeviceDesktop },
];

/** The menu around the account button. */
export function AccountMenuItems({ children }: { children: ReactNode }) {
  const userId = useUserId();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [opened, setOpened] = useOpened();
  return (
    <Menu position="top-start" width={208} withinPortal opened={opened} onChange={setOpened}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          href="/account"
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          Account settings
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme.value}
            role="menuitemradio"
            aria-checked={colorScheme === scheme.value}
            leftSection={<scheme.icon size={16} aria-hidden />}
            rightSection={colorScheme === scheme.value ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => setColorScheme(scheme.value)}
          >
            {scheme.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void signOutHere(userId)}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
