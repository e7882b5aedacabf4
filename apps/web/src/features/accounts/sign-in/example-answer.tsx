import { useTranslation } from 'react-i18next';
import classes from './example-answer.module.css';

/** What the product does, as a picture: a question, its answer, and the passage that the citation opens. */
export function SampleAnswer() {
  const { t } = useTranslation('login');
  return (
    <div className={classes.root} aria-hidden>
      <div className={classes.question}>{t('sample.question')}</div>
      <div className={classes.answer}>
        {t('sample.answer')}
        <span className={classes.number}>1</span>
      </div>
      <div className={classes.page}>
        <div className={classes.source}>{t('sample.source')}</div>
        <span className={classes.line} />
        <span className={classes.line} />
        <p className={classes.passage}>
          <mark>{t('sample.passage')}</mark>
        </p>
        <span className={classes.line} />
        <span className={classes.lineShort} />
      </div>
    </div>
  );
}
