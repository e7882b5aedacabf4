import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FlowFormFields } from '../../../ui/form/flow-form-fields.tsx';
import classes from './composer.module.css';
import type { FlowForm } from './use-flow-form.ts';

/** What the flow asks for before the first question; it is sent with it. */
export function StartForm({ form }: { form: FlowForm }) {
  const { t } = useTranslation('chat');
  if (form.awaited || form.fields.length === 0) return null;
  return (
    <section className={classes.details} aria-label={t('composer.variables')}>
      <FlowFormFields {...form} />
    </section>
  );
}

/** The form that the flow waits for, in the place of the field for questions. */
export function AwaitedForm({ form, onSend }: { form: FlowForm; onSend: (text: string) => boolean }) {
  const { t } = useTranslation('chat');
  const describe = () =>
    form.fields
      .map(({ key, label, type }) => {
        const value = form.values[key];
        const shown = type === 'boolean' ? (value === true ? '✓' : '–') : String(value ?? '–');
        return /[?:？：]$/.test(label) ? `${label} ${shown}` : `${label}: ${shown}`;
      })
      .join('\n');
  return (
    <div className={classes.composer}>
      <form
        className={`${classes.details} ${classes.awaited}`}
        aria-label={t('composer.form')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSend(describe() || t('composer.continue'));
        }}
      >
        <FlowFormFields {...form} />
        <Button type="submit">{t('composer.sendForm')}</Button>
      </form>
    </div>
  );
}
