import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

type ToolButtonProps = {
  label: string;
  pressed?: boolean | undefined;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

export function ToolButton({ label, pressed, disabled, onClick, children }: ToolButtonProps) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled ?? false}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
