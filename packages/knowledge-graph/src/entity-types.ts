import { fold } from '@lectern/text-analysis';
import { otherType } from './extraction.ts';

/** What the built-in method can tell apart. */
export type EntityKind = 'organization' | 'person' | 'location' | 'event' | 'time' | 'concept';

/** Words by which people list these kinds in the languages of the product, folded. */
const names: Record<EntityKind, string> = {
  organization:
    'organization organisation organizations organisations company companies institution entreprise societe organisme association agency 组织 机构 公司 企业 組織 機構 公司',
  person: 'person persons people human personne personnes individu auteur author 人 人物 人名 个人 個人',
  location:
    'location locations place places geo gpe city country region lieu lieux endroit pays ville 地点 地方 位置 地名 城市 国家 地點 國家',
  event: 'event events evenement evenements 事件 活动 活動',
  time: 'time date dates period temps periode annee year 时间 日期 年份 時間',
  concept:
    'concept concepts topic topics category categories subject term terms theme themes notion notions sujet categorie terme 概念 主题 类别 术语 主題 類別 術語',
};

const kindOfName = new Map(
  Object.entries(names).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [fold(word), kind as EntityKind] as const),
  ),
);

/**
 * How the built-in method's kinds are called in a list of types. A kind that the list does not name is left out
 * (undefined); concepts and names of no kind then count as `other`.
 */
export function mapKinds(
  entityTypes: readonly string[],
): (kind: EntityKind | undefined) => string | undefined {
  const listed = new Map<EntityKind, string>();
  for (const type of entityTypes) {
    const kind = kindOfName.get(fold(type.trim()));
    if (kind !== undefined && !listed.has(kind)) listed.set(kind, type);
  }
  return (kind) => {
    if (kind === undefined) return otherType;
    return listed.get(kind) ?? (kind === 'concept' ? otherType : undefined);
  };
}

/** The listed type that a model meant, whatever its case, accents and number; `other` where it made one up. */
export function matchType(given: string, entityTypes: readonly string[]): string {
  const wanted = fold(given.trim()).replace(/s$/, '');
  const same = entityTypes.find((type) => fold(type).replace(/s$/, '') === wanted);
  if (same !== undefined) return same;
  const kind = kindOfName.get(fold(given.trim()));
  return entityTypes.find((type) => kind !== undefined && kindOfName.get(fold(type)) === kind) ?? otherType;
}
