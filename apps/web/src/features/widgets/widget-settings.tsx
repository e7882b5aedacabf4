import { type Assistant, listWidgets, type Widget } from '@lectern/contract';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../ui/form/form-error.tsx';
import { IdentitySecret } from './identity-secret.tsx';
import { appearanceOf, toFormValues, useWidgetForm } from './widget-form.ts';
import { WidgetPreview } from './widget-preview.tsx';
import { LookSection, PlacesSection, VisitorsSection, WordsSection } from './widget-sections.tsx';
import classes from './widgets.module.css';

type Props = { assistant: Assistant; widget: Widget };

/** All settings of a widget, beside what visitors see of them. */
export function WidgetSettings({ assistant, widget }: Props) {
  const { t } = useTranslation(['widgets', 'shell']);
  const client = useQueryClient();
  const form = useWidgetForm(widget, (saved) => {
    form.setInitialValues(toFormValues(saved));
    form.resetDirty();
    void client.invalidateQueries({ queryKey: [listWidgets.id] });
  });
  const isDirty = form.isDirty();
  return (
    <div className={classes.columns}>
      <form className={classes.form} noValidate onSubmit={form.submit}>
        <PlacesSection form={form} />
        <LookSection form={form} assistantName={assistant.name} />
        <WordsSection form={form} />
        <VisitorsSection form={form}>
          <IdentitySecret widget={widget} />
        </VisitorsSection>
        <div className={classes.save}>
          <FormError error={form.error} />
          <Group gap="xs">
            <Button type="submit" loading={form.isSending} disabled={!isDirty}>
              {t('shell:actions.save')}
            </Button>
            {isDirty && (
              <Button variant="default" onClick={() => form.reset()}>
                {t('discard')}
              </Button>
            )}
          </Group>
        </div>
      </form>
      <div className={classes.aside}>
        <WidgetPreview widgetId={widget.id} appearance={appearanceOf(form.values)} assistant={assistant} />
      </div>
    </div>
  );
}
