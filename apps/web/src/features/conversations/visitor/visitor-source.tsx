import { type Citation, openCitedDocument } from '@lectern/contract';
import { Blockquote, Box, Button, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile } from '../../../api/client.ts';
import { saveFile } from '../../../ui/display/save-file.ts';
import { notifyFailure } from '../../../ui/feedback/notify.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import classes from './visitor.module.css';

function renderQuote(_: string, children: ReactNode) {
  return <mark>{children}</mark>;
}

/** The passage with the words that are quoted marked in it. */
function Passage({ citation: { chunkText, quote } }: { citation: Citation }) {
  const at = chunkText.indexOf(quote);
  if (at === -1 || chunkText === quote)
    return (
      <Blockquote p="md" className="break-anywhere">
        {quote}
      </Blockquote>
    );
  return (
    <div className={classes.passage}>
      <Markdown
        text={chunkText}
        ranges={[{ start: at, end: at + quote.length, key: 'quote' }]}
        renderRange={renderQuote}
      />
    </div>
  );
}

type Props = {
  citation: Citation;
  /** The answer that cites it. */
  answer: { conversationId: string; messageId: string } | undefined;
  opensDocuments: boolean;
};

/** What a visitor sees of a source: the passage, and the original where the widget opens it. */
export function VisitorSource({ citation, answer, opensDocuments }: Props) {
  const { t } = useTranslation('visitor');
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    if (!answer) return;
    setOpening(true);
    try {
      const params = { ...answer, number: citation.number };
      const { bytes, name } = await fetchFile(openCitedDocument, { params });
      // A PDF opens at the page; what no browser shows is saved.
      const isShown = /^(application\/pdf|image\/|text\/plain)/.test(bytes.type);
      const url = isShown ? URL.createObjectURL(bytes) : undefined;
      if (url === undefined) saveFile(bytes, name);
      else window.open(citation.page === null ? url : `${url}#page=${citation.page}`, '_blank', 'noopener');
    } catch (error) {
      notifyFailure(error);
    } finally {
      setOpening(false);
    }
  };
  return (
    <Box p="lg" style={{ overflowY: 'auto' }}>
      <Passage citation={citation} />
      {opensDocuments && answer && (
        <Button
          mt="md"
          variant="default"
          loading={isOpening}
          leftSection={<IconExternalLink size={16} stroke={1.7} />}
          onClick={() => void open()}
        >
          {t('openDocument')}
        </Button>
      )}
      {!opensDocuments && (
        <Text c="dimmed" fz="sm" mt="md">
          {t('passageOnly')}
        </Text>
      )}
    </Box>
  );
}
