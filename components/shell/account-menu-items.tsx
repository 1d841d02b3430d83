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
import { useEffect, useState, type ReactNode } from "react";
import type { Role } from "@/lib/people/access/roles";
import { signOutHere } from "@/components/people/accounts/sign-out";

const SCHEMES: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "dark", label: "Dark", icon: IconMoon },
  { value: "auto", label: "System", icon: IconDeviceDesktop },
];

export interface AccountMenuItemsProps {
  person: { name: string; roles: readonly Role[] };
  /** The button that opens it. */
  children?: ReactNode;
}

/** The menu behind the account button, open as it comes: it was asked for by a click. */
export function AccountMenuItems({ children }: AccountMenuItemsProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [opened, setOpened] = useState(false);
  // Opened once its button is on the page, which the menu is placed by and gives the focus back to.
  // eslint-disable-next-line react-hooks/set-state-in-effect
  useEffect(() => setOpened(true), []);
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
          onClick={() => void signOutHere()}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
