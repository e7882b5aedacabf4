import type { WebsitePage } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { describeSite } from './describe-site.ts';

/** States and reasons of pages in plain words. */
export function usePageText() {
  const { t } = useTranslation('websites');
  const reason = (key: NonNullable<WebsitePage['reason']>, url = '') => t(`reasons.${key}`, { url });
  return {
    reason,
    /** With the page that it is the same as, and the site's own number where it says more. */
    page: ({ reason: key, sameAs, httpStatus }: WebsitePage): string | undefined => {
      if (key === null) return httpStatus === null ? undefined : `HTTP ${httpStatus}`;
      const text = reason(key, sameAs === null ? '' : describeSite(sameAs));
      return httpStatus === null ? text : `${text} (HTTP ${httpStatus})`;
    },
  };
}
