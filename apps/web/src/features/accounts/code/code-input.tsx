import { codeLimits } from '@lectern/contract';
import { Input, PinInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

/** The six boxes of a mailed code; a code that is pasted, or filled in by the device, spreads over them. */
export function CodeInput({
  value,
  onChange,
  onComplete,
  error,
  disabled,
  attempt = 0,
  autoFocus = false,
}: {
  value: string;
  onChange: (value: string) => void;
  onComplete?: (value: string) => void;
  error?: ReactNode;
  disabled?: boolean;
  /** Another number after a wrong code: the boxes are reset, with the focus in the first. */
  attempt?: number;
  /** For a dialog: from the start on, or in the place of a step before. */
  autoFocus?: boolean;
}) {
  const { t } = useTranslation('login');
  // Mantine's own changes after the first drawing, and the boxes with it: the focus would be lost.
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <Input.Wrapper
      label={t('code.label')}
      labelElement="div"
      error={error}
      errorProps={{ id: errorId, role: 'alert' }}
    >
      <PinInput
        key={attempt}
        id={id}
        length={codeLimits.digits}
        type="number"
        size="lg"
        gap={8}
        placeholder=""
        aria-label={t('code.label')}
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        error={error !== undefined}
        disabled={disabled}
        autoFocus={autoFocus || attempt > 0}
        getInputProps={(index) => ({
          'aria-label': t('code.digit', { place: index + 1, count: codeLimits.digits }),
          'aria-describedby': error === undefined ? undefined : errorId,
          'data-autofocus': (autoFocus && index === 0) || undefined,
        })}
      />
    </Input.Wrapper>
  );
}
