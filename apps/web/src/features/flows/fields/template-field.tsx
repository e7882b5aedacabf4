import type { FlowField } from '@lectern/contract';
import { Button, Input, Textarea } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OutputMenu } from './output-menu.tsx';

type Props = {
  field: FlowField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A text into which outputs of earlier nodes are put from a menu. */
export function TemplateField({ field, value, error, onChange }: Props) {
  const { t } = useTranslation('flows');
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const insert = (reference: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = input.current ?? {};
    onChange(value.slice(0, selectionStart) + reference + value.slice(selectionEnd));
    const caret = selectionStart + reference.length;
    // After the menu has given the focus back.
    setTimeout(() => {
      input.current?.focus();
      input.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <Input.Wrapper
      id={id}
      label={field.label}
      description={field.description}
      error={error}
      withAsterisk={field.required}
    >
      <Textarea
        id={id}
        ref={input}
        autosize
        minRows={3}
        maxRows={14}
        mt={6}
        spellCheck={field.widget === 'template'}
        styles={
          field.widget === 'template' ? {} : { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }
        }
        error={error !== undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {field.widget === 'template' && (
        <OutputMenu
          onPick={insert}
          target={
            <Button
              variant="subtle"
              size="compact-xs"
              mt={4}
              leftSection={<IconBraces size={14} aria-hidden />}
            >
              {t('form.insert')}
            </Button>
          }
        />
      )}
    </Input.Wrapper>
  );
}
