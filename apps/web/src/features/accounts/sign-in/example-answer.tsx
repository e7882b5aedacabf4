import { Box, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './example-answer.module.css';

/** What the product does, as a picture: a question, its answer, and the passage that the citation opens. */
export function ExampleAnswer() {
  const { t } = useTranslation('login');
  return (
    <Stack gap={14} maw={440} fz="0.875rem" lh={1.55} aria-hidden>
      <div className={classes.question}>{t('sample.question')}</div>
      <Box maw="92%">
        {t('sample.answer')}
        <span className={classes.number}>1</span>
      </Box>
      <div className={classes.page}>
        <Box mb={12} c="#6a6d70" fz="0.75rem">
          {t('sample.source')}
        </Box>
        <span className={classes.line} />
        <span className={classes.line} />
        <p className={classes.passage}>
          <mark>{t('sample.passage')}</mark>
        </p>
        <span className={classes.line} />
        <span className={classes.lineShort} />
      </div>
    </Stack>
  );
}
