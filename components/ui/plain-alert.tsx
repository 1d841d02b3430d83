import { IconX } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import classes from "./plain-alert.module.css";
import { IconButton } from "./plain-button";

interface PlainAlertProps {
  color: "red" | "yellow";
  icon: ReactNode;
  title?: string;
  /** `status` waits until a reader has finished its sentence. */
  role?: "alert" | "status";
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** The kit's alert for pages with a budget of scripts: the same look, in CSS alone. */
export function PlainAlert({
  color,
  icon,
  title,
  role = "alert",
  onClose,
  children,
}: PlainAlertProps) {
  const id = useId();
  return (
    <div
      role={role}
      className={classes.alert}
      data-color={color}
      aria-labelledby={title === undefined ? undefined : `${id}-title`}
      aria-describedby={`${id}-words`}
    >
      <span className={classes.icon}>{icon}</span>
      <div className={classes.body}>
        {title !== undefined && (
          <div id={`${id}-title`} className={classes.title}>
            {title}
          </div>
        )}
        <div id={`${id}-words`} className={classes.words}>
          {children}
        </div>
      </div>
      {onClose && (
        <IconButton size={24} label="Close message" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
