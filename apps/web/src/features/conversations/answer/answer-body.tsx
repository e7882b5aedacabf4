import type { AnswerSupport } from '@lectern/contract';
import { Box } from '@mantine/core';
import { memo, type ReactNode, useMemo } from 'react';
import type { MarkedRange } from '../../../ui/markdown/mark-ranges.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { CitationChip } from '../citations/citation-chip.tsx';
import classes from '../pane/messages.module.css';
import { type ClaimKind, ClaimMark, claimKindOf } from './claim-mark.tsx';
import { completeOpenMarkdown, joinMarkersToWords, splitMarkdownBlocks } from './markdown-blocks.ts';

function renderCitation(number: number) {
  return <CitationChip number={number} />;
}

function renderClaim(key: string, children: ReactNode) {
  return <ClaimMark kind={key as ClaimKind}>{children}</ClaimMark>;
}

type BlockProps = { text: string; ranges: readonly MarkedRange[] };

const noRanges: readonly MarkedRange[] = [];

/** Only the last block of a growing answer changes: the others are not read or drawn again. */
const Block = memo(function Block({ text, ranges }: BlockProps) {
  return (
    <div className={classes.block}>
      <Markdown
        text={joinMarkersToWords(text)}
        renderCitation={renderCitation}
        ranges={ranges}
        renderRange={renderClaim}
      />
    </div>
  );
});

/** What the sources of an answer do not support, block by block. */
function listRanges(blocks: string[], support: AnswerSupport | null): (readonly MarkedRange[])[] {
  let start = 0;
  return blocks.map((block) => {
    const from = start;
    start += block.length;
    const ranges = (support?.statements ?? []).flatMap((statement) => {
      const kind = claimKindOf(statement);
      if (kind === undefined || statement.end <= from || statement.start >= start) return [];
      return [{ start: statement.start - from, end: statement.end - from, key: kind }];
    });
    return ranges.length > 0 ? ranges : noRanges;
  });
}

type Props = { text: string; growing: boolean; support: AnswerSupport | null };

export function AnswerBody({ text, growing, support }: Props) {
  const blocks = useMemo(
    () => splitMarkdownBlocks(growing ? completeOpenMarkdown(text) : text),
    [text, growing],
  );
  const ranges = useMemo(() => listRanges(blocks, support), [blocks, support]);
  return (
    <Box fz="0.9375rem" lh={1.65}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
        <Block key={index} text={block} ranges={ranges[index] ?? noRanges} />
      ))}
    </Box>
  );
}
