import { type MantineSpacing, Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from './dialog-actions.tsx';
import { FormError } from './form-error.tsx';
import type { ApiFormState } from './use-api-form.ts';

type ApiFormProps = {
  form: ApiFormState;
  children: ReactNode;
  /** By default “Save”. */
  submitLabel?: ReactNode;
  onCancel?: () => void;
  cancelLabel?: ReactNode;
  /** Values as they were cannot be sent. */
  mustChange?: boolean;
  disabled?: boolean;
  destructive?: boolean;
  /** Controls at the start of the last line. */
  actions?: ReactNode;
  gap?: MantineSpacing;
  maw?: StackProps['maw'];
};

/** The fields of a form, then what the server refused, then cancel and save. */
export function ApiForm({ form, children, gap = 'md', maw, ...props }: ApiFormProps) {
  const { t } = useTranslation('shell');
  const { submitLabel, onCancel, cancelLabel, mustChange, disabled, destructive, actions } = props;
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack gap={gap} maw={maw}>
        {children}
        <FormError error={form.error} />
        <DialogActions
          label={submitLabel ?? t('actions.save')}
          onCancel={onCancel}
          cancelLabel={cancelLabel}
          busy={form.isSending}
          disabled={disabled || (mustChange && !form.isDirty())}
          destructive={destructive}
        >
          {actions}
        </DialogActions>
      </Stack>
    </form>
  );
}
