import type { UsageReport } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { useModelName } from '../../ui/display/use-model-name.ts';
import type { UsageGroup, UsageSource } from './filters/usage-view.ts';

export type Group = UsageReport['groups']['items'][number];
export type GroupName = {
  text: string;
  /** Work that belongs to none, or to what is gone: the words are ours. */
  missing: boolean;
};

/** How a row of the breakdown is called. */
export function useGroupName(): (groupBy: UsageGroup, group: Group) => GroupName {
  const { t } = useTranslation('usage');
  const modelName = useModelName();
  return (groupBy, { id, name, completionTokens, embeddingTokens }) => {
    if (id === null) return { text: t(`nobody.${groupBy}`), missing: true };
    if (groupBy === 'source') return { text: t(`sources.${id as UsageSource}`), missing: false };
    if (name === '') return { text: t(`deleted.${groupBy}`), missing: true };
    if (groupBy !== 'model') return { text: name, missing: false };
    // The ledger knows no type of a model, but what it did.
    const type = embeddingTokens > 0 && completionTokens === 0 ? 'embedding' : 'chat';
    return { text: modelName({ builtIn: id.startsWith('built-in/'), type, name }), missing: false };
  };
}
