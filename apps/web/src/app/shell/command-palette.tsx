import {
  findDocuments,
  listAssistants,
  listKnowledgeBases,
  listRecentConversations,
} from '@lectern/contract';
import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type Icon,
  IconBooks,
  IconFile,
  IconFileSearch,
  IconMessage,
  IconMessageChatbot,
  IconSearch,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe, usePermission } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { listNavigation } from './navigation.ts';
import { listSettings } from './settings-entries.ts';

type Found = { key: string; label: string; hint?: string; icon: Icon; open: () => void };
type Group = { title: string; items: Found[] };

const perGroup = 5;
const pauseMs = 180;

/** Every screen by its name, whatever its case and accents. */
function useScreens(wanted: string): Group {
  const { t } = useTranslation('shell');
  const me = useMe();
  const navigate = useNavigate();
  const screens = [
    ...listNavigation(me).map(({ to, text, icon }) => ({ to, label: t(text), hint: undefined, icon })),
    ...listSettings(me).flatMap(({ title, entries }) =>
      entries.map(({ to, text, icon }) => ({ to, label: t(text), hint: t(title), icon })),
    ),
  ];
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return {
    title: t('palette.screens'),
    items: screens
      .filter(({ label, hint = '' }) => fold(`${label} ${hint}`).includes(fold(wanted)))
      .slice(0, wanted === '' ? 6 : perGroup)
      .map(({ to, ...screen }) => ({ key: to, ...screen, open: () => void navigate({ to }) })),
  };
}

/** Knowledge bases, documents, assistants and conversations by name; without one, what was used last. */
function useThings(search: string): Group[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const mayOpenBases = usePermission('Knowledge');
  const kept = { placeholderData: keepPreviousData, staleTime: 10_000 };
  const named = search === '' ? undefined : search;
  const page = { query: { search: named, pageSize: perGroup } };
  const bases = useApiQuery(listKnowledgeBases, page, {
    ...kept,
    enabled: mayOpenBases && named !== undefined,
  });
  const documents = useApiQuery(
    findDocuments,
    { query: { search, limit: perGroup } },
    { ...kept, enabled: mayOpenBases && named !== undefined },
  );
  const assistants = useApiQuery(listAssistants, page, { ...kept, enabled: named !== undefined });
  const conversations = useApiQuery(
    listRecentConversations,
    { query: { search: named, limit: perGroup } },
    kept,
  );
  const shown = <T,>(items: T[] | undefined) => (named === undefined ? [] : (items ?? []));
  return [
    {
      title: t('palette.knowledgeBases'),
      items: shown(bases.data?.items).map(({ id, name }) => ({
        key: id,
        label: name,
        icon: IconBooks,
        open: () => void navigate({ to: '/knowledge/dataset', search: { id } }),
      })),
    },
    {
      title: t('palette.documents'),
      items: shown(documents.data?.items).map(({ id, name, knowledgeBaseName }) => ({
        key: id,
        label: name,
        hint: knowledgeBaseName,
        icon: IconFile,
        open: () => void navigate({ to: '/knowledge/dataset/chunk', search: { document: id } }),
      })),
    },
    {
      title: t('palette.assistants'),
      items: shown(assistants.data?.items).map(({ id, name }) => ({
        key: id,
        label: name,
        icon: IconMessageChatbot,
        open: () => void navigate({ to: '/chat', search: { assistant: id } }),
      })),
    },
    {
      title: t(named === undefined ? 'palette.recent' : 'palette.conversations'),
      items: (conversations.data?.items ?? []).map(({ id, name, assistantId, assistantName }) => ({
        key: id,
        label: name,
        hint: assistantName,
        icon: IconMessage,
        open: () => void navigate({ to: '/chat', search: { assistant: assistantId, conversation: id } }),
      })),
    },
  ];
}

/** What was typed as a question to the documents themselves. */
function useSearchInDocuments(text: string): Group {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const maySearch = usePermission('Search');
  const open = () => void navigate({ to: '/search', search: { q: text } });
  return {
    title: t('nav.search'),
    items:
      maySearch && text !== ''
        ? [{ key: 'search', label: t('palette.search', { text }), icon: IconFileSearch, open }]
        : [],
  };
}

/** Goes to any screen or thing by its name. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  const [query, setQuery] = useState('');
  // Through its store: one that is only forced open never tells that it was closed.
  useEffect(() => {
    if (opened) spotlight.open();
    return () => spotlight.close();
  }, [opened]);
  const [search] = useDebouncedValue(query.trim(), pauseMs);
  const screens = useScreens(query.trim());
  const inDocuments = useSearchInDocuments(query.trim());
  const groups = [screens, ...useThings(search), inDocuments].filter(({ items }) => items.length > 0);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight="min(440px, 70dvh)"
      size={600}
      centered={false}
      yOffset="12dvh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
    >
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ title, items }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {items.map(({ key, label, hint, icon: IconShape, open }) => (
              <Spotlight.Action
                key={key}
                label={label}
                description={hint}
                leftSection={<IconShape size={18} stroke={1.6} aria-hidden />}
                onClick={open}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
