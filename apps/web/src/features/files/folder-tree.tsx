import { type Folder, listFolders } from '@lectern/contract';
import { Box, Loader, Text, Tree, type TreeNodeData, useTree } from '@mantine/core';
import { IconChevronRight, IconFolder, IconFolders } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import classes from './files.module.css';

/** The value of the place above all folders. */
export const topOfTree = 'top';

type FolderTreeProps = {
  /** Folders that are left out with all below them. */
  without: readonly string[];
  /** The folder chosen, or `top`. */
  value: string | undefined;
  onChange: (value: string) => void;
};

type Loaded = Record<string, readonly Folder[]>;

/** The folders below one, each with its own below it as far as they were opened. */
function toNodes(loaded: Loaded, parent: string, without: readonly string[]): TreeNodeData[] {
  return (loaded[parent] ?? [])
    .filter(({ id }) => !without.includes(id))
    .map(({ id, name, folderCount }) => ({
      value: id,
      label: name,
      hasChildren: folderCount > 0,
      children: loaded[id] ? toNodes(loaded, id, without) : undefined,
    }));
}

/** Picks a folder; those below one are fetched when it is opened. */
export function FolderTree({ without, value, onChange }: FolderTreeProps) {
  const { t } = useTranslation('files');
  const [loaded, setLoaded] = useState<Loaded>({});
  const [failed, setFailed] = useState(false);

  async function load(parent: string): Promise<void> {
    try {
      const parentId = parent === topOfTree ? undefined : parent;
      const { items } = await callApi(listFolders, { query: { parentId } });
      setFailed(false);
      setLoaded((before) => ({ ...before, [parent]: items }));
    } catch (error) {
      setFailed(true);
      throw error;
    }
  }

  const tree = useTree({
    initialExpandedState: { [topOfTree]: true },
    selectedState: value === undefined ? [] : [value],
    onSelectedStateChange: ([chosen]) => chosen !== undefined && onChange(chosen),
    onLoadChildren: load,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the tree is shown.
  useEffect(() => {
    load(topOfTree).catch(() => undefined);
  }, []);

  const top = t('path.top');
  const left = without.join(' ');
  // A list that is recreated at every render would cause an endless loop.
  const data = useMemo(
    (): TreeNodeData[] => [
      { value: topOfTree, label: top, children: toNodes(loaded, topOfTree, left.split(' ')) },
    ],
    [loaded, left, top],
  );
  return (
    <Box bd="1px solid var(--hairline)" bdrs="md" p={6}>
      <Tree
        tree={tree}
        data={data}
        aria-label={t('move.tree')}
        selectOnClick
        expandOnClick={false}
        levelOffset={20}
        renderNode={({ node, expanded, hasChildren, isLoading, isRoot, elementProps, tree: controller }) => (
          <div {...elementProps} className={`${elementProps.className} ${classes.node}`}>
            {/* The keyboard opens a folder by its arrow keys. */}
            <span
              className={classes.chevron}
              data-open={expanded || undefined}
              data-leaf={!hasChildren || undefined}
              aria-hidden
              onClick={(event) => {
                event.stopPropagation();
                controller.toggleExpanded(node.value);
              }}
            >
              {isLoading ? <Loader size={16} /> : <IconChevronRight size={16} />}
            </span>
            {isRoot && node.value === topOfTree ? (
              <IconFolders size={18} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
            ) : (
              <IconFolder size={18} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
            )}
            <LongText>{String(node.label)}</LongText>
          </div>
        )}
      />
      {failed && (
        <Text size="sm" c="var(--danger)" role="alert" p="xs">
          {t('move.failed')}
        </Text>
      )}
    </Box>
  );
}
