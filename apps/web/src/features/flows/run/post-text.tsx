import { type Citation, type FlowRun, toDocumentPlace } from '@lectern/contract';
import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/link.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import classes from './run-panel.module.css';

type Post = FlowRun['posts'][number];

/** A text of a run; its citations open the passage in a window of their own. */
export function PostText({ post }: { post: Post }) {
  const { t } = useTranslation('flows');
  const find = (number: number) => post.citations.find((citation) => citation.number === number);
  const isCited = ({ number }: Citation) => post.text.includes(`[${number}]`);
  return (
    <Box className={classes.post}>
      <Markdown
        text={post.text}
        renderCitation={(number) => {
          const citation = find(number);
          return (
            citation && <SourceLink citation={citation} text={String(number)} className={classes.chip} />
          );
        }}
      />
      {post.citations.some(isCited) && (
        <Text size="xs" c="dimmed" component="div" mt={4}>
          {t('run.sources')}
          {post.citations.filter(isCited).map((citation) => (
            <div key={citation.number}>
              <SourceLink citation={citation} text={`${citation.number} · ${citation.documentName}`} />
            </div>
          ))}
        </Text>
      )}
    </Box>
  );
}

function SourceLink({
  citation,
  text,
  className,
}: {
  citation: Citation;
  text: string;
  className?: string | undefined;
}) {
  const { t } = useTranslation('flows');
  const { documentId, documentName, page, boxes, quoteRange, chunkRange, quote, number } = citation;
  return (
    <TextLink
      to="/document/$documentId"
      params={{ documentId }}
      search={toDocumentPlace({ page, boxes, charRange: quoteRange ?? chunkRange, quote })}
      target="_blank"
      rel="noopener"
      className={className}
      aria-label={t('run.openSource', { number, name: documentName })}
    >
      {text}
    </TextLink>
  );
}
