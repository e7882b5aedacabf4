import { introduceVisitor, type Visit, type VisitorDetail } from '@lectern/contract';
import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import classes from './visitor.module.css';

/** Whether the visitor must say who it is before the first question. */
export function lacksDetails({ visitor, widget }: Visit): boolean {
  if (visitor.verified) return false;
  const lacks = (asked: VisitorDetail, given: string) => asked === 'required' && given === '';
  return lacks(widget.askName, visitor.name) || lacks(widget.askEmail, visitor.email);
}

/** Whether the visitor is asked at all, and has not answered yet. */
export function asksDetails({ visitor, widget }: Visit): boolean {
  if (visitor.verified || (widget.askName === 'off' && widget.askEmail === 'off')) return false;
  return visitor.name === '' && visitor.email === '';
}

type Props = { visit: Visit; onDone: (visitor: Visit['visitor']) => void; onSkip: () => void };

/** Asks who the visitor is before the first question. */
export function VisitorDetails({ visit, onDone, onSkip }: Props) {
  const { t } = useTranslation('visitor');
  const { widget, visitor } = visit;
  const form = useApiForm(introduceVisitor, {
    initialValues: { name: visitor.name, email: visitor.email },
    validate: ({ name, email }) => ({
      name: widget.askName === 'required' && name.trim() === '' && t('nameMissing'),
      email: widget.askEmail === 'required' && email.trim() === '' && t('emailMissing'),
    }),
    onSuccess: onDone,
  });
  return (
    <section className={classes.details} aria-label={t('detailsTitle')}>
      <Text fw={600} mb={4}>
        {t('detailsTitle')}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('detailsText', { name: widget.title })}
      </Text>
      <ApiForm
        form={form}
        submitLabel={t('start')}
        {...(lacksDetails(visit) ? {} : { onCancel: onSkip, cancelLabel: t('skip') })}
      >
        {widget.askName !== 'off' && (
          <TextInput
            label={t('name')}
            autoComplete="name"
            withAsterisk={widget.askName === 'required'}
            {...form.getInputProps('name')}
          />
        )}
        {widget.askEmail !== 'off' && (
          <TextInput
            type="email"
            label={t('email')}
            autoComplete="email"
            withAsterisk={widget.askEmail === 'required'}
            {...form.getInputProps('email')}
          />
        )}
      </ApiForm>
    </section>
  );
}
