import type { ApiError } from '@lectern/client';
import { previewWebsite, type ResponseOf } from '@lectern/contract';
import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { describeSite } from './describe-site.ts';
import { type FormValues, toSettings } from './form-values.ts';
import { usePageText } from './use-page-text.ts';
import classes from './website-imports.module.css';

type Found = ResponseOf<typeof previewWebsite>;

type SitePreviewProps = {
  knowledgeBaseId: string;
  values: FormValues;
  /** False where the form is not fit to be sent; it then says why itself. */
  check: () => boolean;
  /** Whether the form shows the refusal at one of its fields. */
  showRefusal: (error: ApiError) => boolean;
};

/** Looks at the website before it is imported: what it is called, how many pages there are, how long it will take. */
export function SitePreview({ knowledgeBaseId, values, check, showRefusal }: SitePreviewProps) {
  const { t } = useTranslation('websites');
  const look = useApiMutation(previewWebsite, {
    handlesError: true,
    onError: (error) => {
      if (showRefusal(error)) look.reset();
    },
  });
  // What was seen belongs to the settings it was seen with.
  const asked = look.variables?.body;
  const fresh =
    asked?.url === values.url && JSON.stringify(asked?.settings) === JSON.stringify(toSettings(values));
  return (
    <div className={classes.preview}>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        loading={look.isPending}
        onClick={() => {
          if (!check()) return;
          look.mutate({
            params: { knowledgeBaseId },
            body: { url: values.url, settings: toSettings(values) },
          });
        }}
      >
        {t('form.look')}
      </Button>
      <div aria-live="polite">
        {fresh && <FormError error={look.error} mt="sm" />}
        {fresh && look.data && <Findings found={look.data} values={values} />}
      </div>
    </div>
  );
}

function Findings({ found, values }: { found: Found; values: FormValues }) {
  const { t } = useTranslation('websites');
  const describe = usePageText();
  const { sitemap, reason } = found;
  return (
    <section className={classes.findings} aria-label={t('preview.title')}>
      {sitemap === null && (
        <Text fw={600} component="p" m={0}>
          <LongText lines={2}>{found.title || t('preview.untitled')}</LongText>
        </Text>
      )}
      <Text size="sm" c="dimmed" component="p" m={0}>
        <LongText>{describeSite(found.url)}</LongText>
      </Text>
      {reason !== null && (
        <Alert color="yellow" mt="xs" icon={<IconAlertTriangle aria-hidden />}>
          {describe.reason(reason)}
        </Alert>
      )}
      {reason === null && <Extent found={found} limit={Number(values.pageLimit)} />}
      {sitemap !== null && sitemap.examples.length > 0 && (
        <ul className={classes.examples}>
          {sitemap.examples.map((url) => (
            <li key={url}>
              <LongText>{describeSite(url)}</LongText>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How many pages, and how long they take at the pace that the site asks for. */
function Extent({ found, limit }: { found: Found; limit: number }) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  const { sitemap, links, delayMs } = found;
  const lines: string[] = [];
  if (sitemap !== null) {
    const shown = format.number(sitemap.pages);
    lines.push(
      sitemap.pages === 0
        ? t('preview.noSitemap')
        : sitemap.incomplete
          ? t('preview.sitemapMore', { shown })
          : t('preview.sitemap', { count: sitemap.pages, shown }),
    );
    if (sitemap.pages > limit) lines.push(t('preview.overLimit', { shown: format.number(limit) }));
  }
  if (links !== null) lines.push(t('preview.links', { count: links, shown: format.number(links) }));
  const known = sitemap === null ? 0 : Math.min(sitemap.pages, limit);
  if (delayMs > 0 && (links !== null || known > 1))
    lines.push(t('preview.pace', { pause: format.duration(delayMs) }));
  if (known > 1 && delayMs > 0)
    lines.push(t('preview.takes', { duration: format.duration(known * delayMs) }));
  return (
    <Text size="sm" component="p" m={0} mt={4}>
      {lines.join(' ')}
    </Text>
  );
}
