import { type Document, type DocumentCoverage, getDocumentCoverage, leftOutReasons } from '@lectern/contract';
import { Alert, Badge, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { TextLink } from '../../ui/link.tsx';
import classes from './left-out.module.css';
import { useDocumentActions } from './use-documents.ts';

type LeftOutProps = {
  document: Document;
  /** Parses the document again, after saying what that replaces. */
  onParse: (document: Document) => void;
};

/** Opens the list of what no chunk of a document holds. Shown only where there is something to see. */
export function LeftOut({ document, onParse }: LeftOutProps) {
  const { t } = useTranslation('knowledge');
  const [opened, { open, close }] = useDisclosure(false);
  const { data } = useApiQuery(
    getDocumentCoverage,
    { params: { documentId: document.id } },
    // A new parse counts anew.
    { enabled: document.status === 3, staleTime: 30_000 },
  );
  const isComplete = document.readingOptions.leaveNothingOut;
  if (!data || (data.leftOutWords === 0 && !isComplete)) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        color={data.missingWords > 0 ? 'yellow' : undefined}
        leftSection={<IconEyeOff size={15} aria-hidden />}
        onClick={open}
      >
        {t('leftOut.button', { count: data.leftOutWords })}
      </Button>
      <Drawer opened={opened} onClose={close} position="right" size="lg" title={t('leftOut.title')}>
        <Stack gap="lg">
          <Summary coverage={data} />
          <IncludeSwitch document={document} onParse={onParse} onDone={close} />
          {leftOutReasons.map((reason) => (
            <Entries
              key={reason}
              title={t(`leftOut.reasons.${reason}`)}
              documentId={document.id}
              entries={data.leftOut.filter((entry) => entry.reason === reason)}
            />
          ))}
        </Stack>
      </Drawer>
    </>
  );
}

function Summary({ coverage }: { coverage: DocumentCoverage }) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const { words, leftOutWords, missingWords } = coverage;
  const share = words ? format.percent(leftOutWords / words) : '';
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('leftOut.summary', { shown: format.number(leftOutWords), count: leftOutWords, share })}
      </Text>
      {missingWords > 0 && (
        <Alert color="yellow" role="note">
          {t('leftOut.missing', { count: missingWords })}
        </Alert>
      )}
    </Stack>
  );
}

function IncludeSwitch({ document, onParse, onDone }: LeftOutProps & { onDone: () => void }) {
  const { t } = useTranslation('knowledge');
  const { update } = useDocumentActions();
  if (!document.abilities.update) return null;
  const { readingOptions } = document;
  const leaveNothingOut = !readingOptions.leaveNothingOut;
  const apply = async () => {
    const changed = await update.mutateAsync({
      params: { documentId: document.id },
      body: { readingOptions: { ...readingOptions, leaveNothingOut } },
    });
    onDone();
    onParse(changed);
  };
  return (
    <Group gap="sm" align="center">
      <Button
        variant="default"
        loading={update.isPending}
        onClick={() => void apply().catch(() => undefined)}
      >
        {t(leaveNothingOut ? 'leftOut.include' : 'leftOut.exclude')}
      </Button>
      <Text size="xs" c="dimmed" flex="1 1 200px">
        {t(leaveNothingOut ? 'leftOut.includeHint' : 'leftOut.excludeHint')}
      </Text>
    </Group>
  );
}

type EntriesProps = { title: string; documentId: string; entries: DocumentCoverage['leftOut'] };

const mostPages = 12;

function Entries({ title, documentId, entries }: EntriesProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  if (entries.length === 0) return null;
  return (
    <section>
      <Group gap="xs" mb={6}>
        <Title order={3} size="sm">
          {title}
        </Title>
        <Badge color="gray" variant="light">
          {t('leftOut.words', { count: entries.reduce((sum, { words }) => sum + words, 0) })}
        </Badge>
      </Group>
      <ul className={classes.entries}>
        {entries.map(({ text, pages, words }) => (
          <li key={text}>
            <Text size="sm" lineClamp={3}>
              {text}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {pages.length > 0 && (
                <>
                  {t('leftOut.pages', { count: pages.length })}{' '}
                  {pages.slice(0, mostPages).map((page, index) => (
                    <span key={page}>
                      {index > 0 && ', '}
                      <TextLink
                        to="/document/$documentId"
                        params={{ documentId }}
                        search={{ page, quote: text }}
                        target="_blank"
                      >
                        {format.number(page)}
                      </TextLink>
                    </span>
                  ))}
                  {pages.length > mostPages && ' …'}
                  {' · '}
                </>
              )}
              {t('leftOut.words', { count: words })}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
