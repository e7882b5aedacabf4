import { useTranslation } from 'react-i18next';
import classes from './shell.module.css';

/** The first stop of the keyboard: past the header. */
export function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a link within the page; the focus must follow it.
    <a
      className={classes.skip}
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {t('header.skip')}
    </a>
  );
}
