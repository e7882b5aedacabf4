import { type GraphEntityDetail, type GraphSource, toDocumentPlace } from '@lectern/contract';
import {
  Badge,
  Box,
  Button,
  CloseButton,
  Flex,
  Group,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../ui/display/long-text.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { TextLink } from '../../ui/link.tsx';
import classes from './entity-panel.module.css';
import { TypeMark } from './type-mark.tsx';
import { useEntity } from './use-graph.ts';

const shortList = 8;
const shortText = 260;

type EntityPanelProps = {
  knowledgeBaseId: string;
  entityId: string;
  types: readonly string[];
  onChoose: (entityId: string) => void;
  onClose: () => void;
  /** Buttons of whoever shows it. */
  actions?: ReactNode;
};

/** An entity: what the documents say of it, what it is related to, and the passages, each a way into its document. */
export function EntityPanel({
  knowledgeBaseId,
  entityId,
  types,
  onChoose,
  onClose,
  actions,
}: EntityPanelProps) {
  const { t } = useTranslation('graph');
  const query = useEntity(knowledgeBaseId, entityId);
  return (
    <Flex
      component="section"
      direction="column"
      mih={0}
      h="100%"
      bg="var(--surface)"
      aria-label={t('panel.label')}
    >
      <QueryBoundary
        query={query}
        skeleton={
          <Stack p="md">
            <Skeleton h={28} w="60%" />
            <Skeleton h={80} />
            <Skeleton h={160} />
          </Stack>
        }
      >
        {(entity) => (
          <>
            <header className={classes.head}>
              <Box miw={0}>
                <Title order={2} size="h3" className="break-anywhere">
                  {entity.name}
                </Title>
                <Text size="sm" c="dimmed" component="div">
                  <TypeMark type={entity.type} types={types} />
                </Text>
              </Box>
              <CloseButton aria-label={t('panel.close')} onClick={onClose} />
            </header>
            {/* Another entity begins at its top, with its lists short. */}
            <Details key={entity.id} entity={entity} types={types} onChoose={onChoose} actions={actions} />
          </>
        )}
      </QueryBoundary>
    </Flex>
  );
}

function Details({
  entity,
  types,
  onChoose,
  actions,
}: { entity: GraphEntityDetail } & Pick<EntityPanelProps, 'types' | 'onChoose' | 'actions'>) {
  const { t } = useTranslation('graph');
  const format = useFormat();
  return (
    <div className={classes.body}>
      {actions}
      {entity.aliases.length > 0 && (
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {t('panel.aliases')}
          </Text>
          {entity.aliases.map((alias) => (
            <Badge key={alias} color="gray" className={classes.alias}>
              {alias}
            </Badge>
          ))}
        </Group>
      )}
      {entity.descriptions.length > 0 && (
        <Part title={t('panel.saysTitle')}>
          <ul className={classes.says}>
            {entity.descriptions.map((description) => (
              <li key={description}>{description}</li>
            ))}
          </ul>
        </Part>
      )}
      {entity.neighbours.length > 0 && (
        <Part title={t('panel.neighbours')}>
          <Shortened items={entity.neighbours}>
            {(neighbour) => (
              <li key={neighbour.id}>
                <UnstyledButton className={classes.neighbour} onClick={() => onChoose(neighbour.id)}>
                  <Flex component="span" gap={8} align="baseline" justify="space-between" fz="xs" c="dimmed">
                    <Box component="span" className="break-anywhere" miw={0} c="var(--ink)" fz="sm" fw={550}>
                      {neighbour.name}
                    </Box>
                    <TypeMark type={neighbour.type} types={types} />
                  </Flex>
                  {neighbour.description !== '' && (
                    <Text span size="xs" c="dimmed" lineClamp={2}>
                      {neighbour.description}
                    </Text>
                  )}
                </UnstyledButton>
              </li>
            )}
          </Shortened>
        </Part>
      )}
      <Part
        title={t('panel.sources')}
        aside={t('panel.sourcesCount', { count: entity.mentions, shown: format.number(entity.mentions) })}
      >
        <Shortened items={entity.sources}>
          {(source) => <Source key={source.chunkId} source={source} />}
        </Shortened>
      </Part>
      {entity.report && (
        <Part title={t('panel.community')} aside={entity.report.title}>
          <Text size="sm" className={classes.report}>
            {entity.report.text}
          </Text>
        </Part>
      )}
    </div>
  );
}

function Part({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  return (
    <section>
      <Group justify="space-between" gap="xs" wrap="nowrap" mb={6} align="baseline">
        <Title order={3} size="h4" flex="none">
          {title}
        </Title>
        {aside !== undefined && (
          <Text size="xs" c="dimmed" miw={0} component="div">
            <LongText>{aside}</LongText>
          </Text>
        )}
      </Group>
      {children}
    </section>
  );
}

function Shortened<Item>({ items, children }: { items: Item[]; children: (item: Item) => ReactNode }) {
  const { t } = useTranslation('graph');
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, shortList);
  return (
    <>
      <ul className={classes.list}>{shown.map(children)}</ul>
      {shown.length < items.length && (
        <Button size="compact-sm" variant="subtle" mt={4} onClick={() => setAll(true)}>
          {t('panel.more', { count: items.length })}
        </Button>
      )}
    </>
  );
}

function Source({ source }: { source: GraphSource }) {
  const { t } = useTranslation('graph');
  const { documentId, documentName, page, headingPath, text } = source;
  const place = [page === null ? undefined : t('panel.page', { page }), ...headingPath.slice(-1)].filter(
    Boolean,
  );
  return (
    <li>
      <TextLink
        to="/document/$documentId"
        params={{ documentId }}
        search={toDocumentPlace(source)}
        target="_blank"
        underline="never"
        className={classes.source}
        aria-label={t('panel.openSource', { name: documentName })}
      >
        <Flex component="span" gap={6} align="center" miw={0} fz="sm" fw={550}>
          <IconFileText size={15} aria-hidden />
          <span className={classes.sourceName}>{documentName}</span>
        </Flex>
        {place.length > 0 && (
          <Text span size="xs" c="dimmed">
            {place.join(' · ')}
          </Text>
        )}
        <Text span size="xs" lineClamp={4} c="var(--ink)">
          {text.slice(0, shortText)}
        </Text>
      </TextLink>
    </li>
  );
}
