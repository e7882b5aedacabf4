import { browseS3Connection, type ErrorCode, type ResponseOf, type S3Connection } from '@lectern/contract';
import { Anchor, Box, Button, Checkbox, Flex, Group, Stack, Text } from '@mantine/core';
import { IconFolderFilled } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { FormatIcon } from '../../ui/display/format-icon.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { FormattedBytes } from '../../ui/format/formatted.tsx';
import classes from './s3.module.css';
import { useS3Actions } from './use-s3.ts';

type S3BrowserProps = { connection: S3Connection; folderId: string | null; onStarted: () => void };

const lastName = (path: string) => path.replace(/\/$/, '').split('/').at(-1) ?? path;

/** Why an object cannot be chosen, in short. */
const refusals: Partial<Record<ErrorCode, 'unsupported' | 'tooLarge'>> = {
  'document.unsupported': 'unsupported',
  'document.too_large': 'tooLarge',
};

/** What is in a bucket, folder by folder, to choose from. */
export function S3Browser({ connection, folderId, onStarted }: S3BrowserProps) {
  const { t } = useTranslation('files');
  const { start } = useS3Actions();
  const [prefix, setPrefix] = useState('');
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [prefixes, setPrefixes] = useState<ReadonlySet<string>>(new Set());
  const params = { s3ConnectionId: connection.id };
  const query = useInfiniteQuery({
    queryKey: [browseS3Connection.id, params, prefix],
    queryFn: ({ pageParam, signal }): Promise<ResponseOf<typeof browseS3Connection>> =>
      callApi(browseS3Connection, { params, query: { prefix, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    retry: false,
    staleTime: 0,
  });
  const folders = query.data?.pages.flatMap((page) => page.prefixes) ?? [];
  const objects = query.data?.pages.flatMap((page) => page.objects) ?? [];
  const steps = prefix.split('/').slice(0, -1);
  const count = keys.size + prefixes.size;

  const toggle = (set: (next: ReadonlySet<string>) => void, chosen: ReadonlySet<string>, value: string) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    set(next);
  };
  const row = (key: string, box: ReactNode, rest: ReactNode) => (
    <li key={key} className={classes.row}>
      {box}
      {rest}
    </li>
  );

  return (
    <Stack gap="sm">
      <Flex component="nav" className="break-anywhere" wrap="wrap" gap={2} aria-label={t('s3.path')}>
        {['', ...steps].map((step, index) => {
          const path = steps
            .slice(0, index)
            .map((part) => `${part}/`)
            .join('');
          return (
            <span key={path}>
              {index > 0 && (
                <Box component="span" aria-hidden px={4}>
                  /
                </Box>
              )}
              <Anchor
                component="button"
                type="button"
                size="sm"
                aria-current={path === prefix ? 'page' : undefined}
                onClick={() => setPrefix(path)}
              >
                {index === 0 ? t('s3.root') : step}
              </Anchor>
            </span>
          );
        })}
      </Flex>
      <FormError error={query.error} />
      {query.isPending && <SkeletonList rows={5} height={36} />}
      {query.data && (
        <section className={classes.list} aria-label={t('s3.browser')}>
          <ul>
            {row(
              'whole',
              <Checkbox
                size="sm"
                label={t('s3.wholeFolder')}
                checked={prefixes.has(prefix)}
                onChange={() => toggle(setPrefixes, prefixes, prefix)}
              />,
              null,
            )}
            {folders.map((path) =>
              row(
                path,
                <Checkbox
                  size="sm"
                  aria-label={t('s3.choose', { name: lastName(path) })}
                  checked={prefixes.has(path)}
                  onChange={() => toggle(setPrefixes, prefixes, path)}
                />,
                <>
                  <IconFolderFilled size={18} color="var(--accent)" aria-hidden style={{ flex: 'none' }} />
                  <Anchor
                    component="button"
                    type="button"
                    c="inherit"
                    size="sm"
                    flex={1}
                    miw={0}
                    ta="start"
                    aria-label={t('s3.openFolder', { name: lastName(path) })}
                    onClick={() => setPrefix(path)}
                  >
                    <LongText>{lastName(path)}</LongText>
                  </Anchor>
                </>,
              ),
            )}
            {objects.map(({ key, sizeBytes, refusal }) =>
              row(
                key,
                <Checkbox
                  size="sm"
                  aria-label={t('s3.choose', { name: lastName(key) })}
                  disabled={refusal !== null}
                  checked={keys.has(key)}
                  onChange={() => toggle(setKeys, keys, key)}
                />,
                <>
                  <FormatIcon name={key} />
                  <Text
                    size="sm"
                    component="span"
                    flex={1}
                    miw={0}
                    ta="start"
                    c={refusal ? 'dimmed' : undefined}
                  >
                    <LongText>{lastName(key)}</LongText>
                  </Text>
                  <Text size="sm" component="span" c="dimmed" flex="none">
                    {refusal ? (
                      t(`s3.refusals.${refusals[refusal] ?? 'unusable'}`)
                    ) : (
                      <FormattedBytes bytes={sizeBytes} />
                    )}
                  </Text>
                </>,
              ),
            )}
          </ul>
          {folders.length + objects.length === 0 && (
            <Text size="sm" c="dimmed" ta="center" p="md">
              {t('s3.empty')}
            </Text>
          )}
          {query.hasNextPage && (
            <Button
              variant="subtle"
              size="compact-sm"
              m="xs"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('s3.more')}
            </Button>
          )}
        </section>
      )}
      <FormError error={start.error} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('s3.chosen', { count })}
        </Text>
        <Button
          disabled={count === 0}
          loading={start.isPending}
          onClick={() =>
            start.mutate(
              { params, body: { keys: [...keys], prefixes: [...prefixes], folderId } },
              { onSuccess: onStarted },
            )
          }
        >
          {t('s3.import')}
        </Button>
      </Group>
    </Stack>
  );
}
