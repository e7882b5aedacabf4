import { websiteImportLimits } from '@lectern/contract';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { type FormValues, findLinkFault, hasTooManyPatterns, isWithin, readLines } from './form-values.ts';

/** The form of an import with its checks. `withLink`: the link is asked for too. */
export function useImportForm(initialValues: FormValues, { withLink }: { withLink: boolean }) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  const checkNumber = (value: number | string, max: number) =>
    isWithin(value, max) ? null : t('form.range', { min: 1, max: format.number(max) });
  const checkPatterns = (value: string) =>
    hasTooManyPatterns(value) ? t('form.tooManyPatterns', { max: websiteImportLimits.maxPatterns }) : null;
  const form = useForm<FormValues>({
    initialValues,
    validate: {
      url: (value) => {
        const fault = withLink ? findLinkFault(value) : undefined;
        return fault === undefined ? null : t(fault === 'missing' ? 'form.linkMissing' : 'form.linkInvalid');
      },
      depth: (value, { mode }) =>
        mode === 'depth' ? checkNumber(value, websiteImportLimits.maxDepth) : null,
      pageLimit: (value, { mode }) =>
        mode === 'single' ? null : checkNumber(value, websiteImportLimits.maxPages),
      include: checkPatterns,
      exclude: checkPatterns,
    },
  });

  /** Shows a refusal at the field it is about; false for one that is about none. */
  function showRefusal(error: ApiError): boolean {
    const field = fieldOf(error, form.getValues());
    if (field === undefined) return false;
    form.setFieldError(field, describeError(error));
    return true;
  }

  return { form, showRefusal };
}

function fieldOf({ code, details }: ApiError, values: FormValues): keyof FormValues | undefined {
  if (code === 'website_import.link_invalid' || code === 'website_import.address_refused') return 'url';
  if (code === 'website_import.browser_missing') return 'browser';
  if (!code.startsWith('website_import.pattern_')) return undefined;
  return readLines(values.exclude).includes(String(details.pattern)) ? 'exclude' : 'include';
}
