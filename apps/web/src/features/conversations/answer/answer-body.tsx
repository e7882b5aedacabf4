import { Box } from '@mantine/core';
import { memo, useMemo } from 'react';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { CitationChip } from '../citations/citation-chip.tsx';
import classes from '../pane/messages.module.css';
import { completeOpenMarkdown, joinMarkersToWords, splitMarkdownBlocks } from './markdown-blocks.ts';

function renderCitation(number: number) {
  return <CitationChip number={number} />;
}

/** Only the last block of a growing answer changes: the others are not read or drawn again. */
const Block = memo(function Block({ text }: { text: string }) {
  return (
    <div className={classes.block}>
      <Markdown text={joinMarkersToWords(text)} renderCitation={renderCitation} />
    </div>
  );
});

export function AnswerBody({ text, growing }: { text: string; growing: boolean }) {
  const blocks = useMemo(
    () => splitMarkdownBlocks(growing ? completeOpenMarkdown(text) : text),
    [text, growing],
  );
  return (
    <Box fz="0.9375rem" lh={1.65}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
        <Block key={index} text={block} />
      ))}
    </Box>
  );
}
