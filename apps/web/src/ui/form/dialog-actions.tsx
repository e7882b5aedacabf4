import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog-actions.module.css';

type DialogActionsProps = {
  label: ReactNode;
  /** Without it the button submits the form around it. */
  onConfirm?: () => unknown;
  /** Without it there is nothing to cancel. */
  onCancel?: () => void;
  cancelLabel?: ReactNode;
  busy?: boolean;
  disabled?: boolean;
  /** Deletes or locks something: red, and the focus starts on the way out. */
  destructive?: boolean;
  /** Further controls at the start of the line. */
  children?: ReactNode;
};

/** The last line of a dialog or form: cancel, and the one thing it is for. */
export function DialogActions(props: DialogActionsProps) {
  const { label, onConfirm, onCancel, cancelLabel, busy, disabled, destructive, children } = props;
  const { t } = useTranslation('shell');
  return (
    <Group
      className={classes.actions}
      justify={children ? 'space-between' : onCancel ? 'flex-end' : 'flex-start'}
      gap="xs"
    >
      {children}
      <Group gap="xs">
        {onCancel && (
          <Button
            variant="default"
            onClick={onCancel}
            disabled={destructive && busy}
            data-autofocus={destructive || undefined}
          >
            {cancelLabel ?? t('actions.cancel')}
          </Button>
        )}
        <Button
          type={onConfirm ? 'button' : 'submit'}
          color={destructive ? 'red.9' : undefined}
          loading={busy}
          disabled={disabled}
          onClick={onConfirm && (() => void onConfirm())}
        >
          {label}
        </Button>
      </Group>
    </Group>
  );
}
