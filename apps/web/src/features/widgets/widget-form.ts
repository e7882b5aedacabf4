import { type BodyInputOf, updateWidget, type Widget } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { useApiForm } from '../../ui/form/use-api-form.ts';

/** Settings and appearance side by side: to the person they are one form. */
export function toFormValues({
  name,
  enabled,
  sites,
  linkEnabled,
  appearance,
  questionsPerVisitor,
  questionsPerDay,
  askName,
  askEmail,
  identity,
  sources,
  keepDays,
}: Widget) {
  return {
    ...{ name, enabled, sites, linkEnabled, askName, askEmail, identity, sources },
    questionsPerVisitor: questionsPerVisitor as number | string | null,
    questionsPerDay: questionsPerDay as number | string | null,
    keepDays: keepDays as number | string | null,
    ...appearance,
  };
}

export type WidgetFormValues = ReturnType<typeof toFormValues>;

const limitOf = (value: number | string | null) => (value === '' || value === null ? null : Number(value));

export function appearanceOf(values: WidgetFormValues): Widget['appearance'] {
  const { buttonText, position, width, height, color, textColor, image, title } = values;
  const { language, scheme, opener, suggestedQuestions } = values;
  return {
    ...{ buttonText, position, color, textColor, image, title, language, scheme, opener },
    width: Number(width),
    height: Number(height),
    suggestedQuestions: suggestedQuestions.map((question) => question.trim()).filter(Boolean),
  };
}

export function toBody(values: WidgetFormValues): BodyInputOf<typeof updateWidget> {
  const { name, enabled, sites, linkEnabled, askName, askEmail, identity, sources } = values;
  return {
    ...{ name, enabled, sites, linkEnabled, askName, askEmail, identity, sources },
    questionsPerVisitor: limitOf(values.questionsPerVisitor),
    questionsPerDay: limitOf(values.questionsPerDay),
    keepDays: limitOf(values.keepDays),
    appearance: appearanceOf(values),
  };
}

/** What a person writes of a site as its origin: an address with a path means the site. */
export function toSite(written: string): string {
  const text = written.trim().toLowerCase();
  const withScheme = /^https?:\/\//.test(text) ? text : `https://${text}`;
  return /^https?:\/\/[^/?#]+/.exec(withScheme)?.[0] ?? text;
}

export function useWidgetForm(widget: Widget, onSaved: (saved: Widget) => void) {
  const { t } = useTranslation('widgets');
  return useApiForm(updateWidget, {
    initialValues: toFormValues(widget),
    params: { widgetId: widget.id },
    toBody,
    fieldOf: (path) => path.replace(/^appearance\./, '').replace(/^(sites|suggestedQuestions)\..*/, '$1'),
    messages: { sites: t('sitesWrong') },
    errorFields: { 'widget.no_identity_secret': 'identity' },
    successMessage: 'widgets:saved',
    onSuccess: onSaved,
  });
}

export type WidgetForm = ReturnType<typeof useWidgetForm>;
