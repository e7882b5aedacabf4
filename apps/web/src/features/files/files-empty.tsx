import { IconFileOff, IconFolderOpen, IconFolders } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { FilesView } from './use-files.ts';

/** Shown where there is no file and no folder, and why. */
export function FilesEmpty({ view }: { view: FilesView }) {
  const { t } = useTranslation('files');
  if (view.search !== undefined)
    return (
      <EmptyState
        icon={IconFileOff}
        title={t('empty.found')}
        text={t('empty.foundText', { search: view.search })}
      />
    );
  if (view.shelf === 'base')
    return <EmptyState icon={IconFolderOpen} title={t('empty.base')} text={t('empty.baseText')} />;
  if (view.folder !== undefined)
    return <EmptyState icon={IconFolderOpen} title={t('empty.folder')} text={t('empty.folderText')} />;
  return <EmptyState icon={IconFolders} title={t('empty.title')} text={t('empty.text')} />;
}
