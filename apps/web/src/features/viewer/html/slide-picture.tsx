import { useTranslation } from 'react-i18next';
import { useFileUrl } from '../../../api/use-file-url.ts';
import type { Original } from '../original.ts';
import classes from './slide-picture.module.css';

const drawnWidth = 960;

/** The slide of the passage, where it was rendered; its words are below. */
export function SlidePicture({ original, page }: { original: Original; page: number }) {
  const { t } = useTranslation('knowledge');
  const { endpoint, input } = original.page(page, drawnWidth);
  const { url } = useFileUrl(endpoint, input);
  if (url === undefined) return null;
  return (
    <figure className={classes.slide}>
      <img src={url} alt={t('viewer.page', { page })} />
    </figure>
  );
}
