import { analyzeQuery, type QueryTerm } from '@lectern/text-analysis';

/**
 * Words that name what kind of answer a question wants: what fits is seen from the answer itself, which seldom has
 * them.
 */
const answerKinds = new Set(
  `year date day month time number amount percentage name called term type kind way people person place city country
  thing word example many much long old far often common commonly
  annee jour mois nombre montant pourcentage nom appel appele nomme communement souvent type sorte raison gens personne lieu endroit ville pays
  年 日期 时间 数量 名称 名字 名 人 地方 国家 种 原因 钱 哪一年 何年 多少`.split(/\s+/),
);
const kindWeight = 0.35;
const bridgeWeight = 0.25;

/** One thing that a question asks for; `forms` are the ways in which a sentence may have it. */
export type WantedTerm = { forms: readonly string[]; weight: number };

/** What a question asks for, with the share that each part has in it. */
export function listWantedTerms(question: string): WantedTerm[] {
  const all = analyzeQuery(question);
  const terms = all.filter(({ supporting }) => !supporting);
  // A question of single characters has nothing else; pairs over the bounds of two words mean nothing.
  const kept = terms.length > 0 ? terms : all.filter(({ weight }) => weight > bridgeWeight);
  return (kept.length > 0 ? kept : all).map(({ forms, weight }) => ({
    forms,
    weight: forms.some((form) => answerKinds.has(form)) ? weight * kindWeight : weight,
  }));
}

/** Everything by which a text can have a wanted term. */
export function listForms(text: string): Set<string> {
  return new Set(analyzeQuery(text).flatMap(({ forms }: QueryTerm) => forms));
}

const name = /(?<=[\p{Ll}\p{N},]['’]?\s?['’]?)(?<![\p{L}-])\p{Lu}[\p{L}-]{2,}/gu;

/** The names in a question, each with its forms: a passage that has none of them speaks of something else. */
export function listNames(question: string): string[][] {
  return (question.match(name) ?? [])
    .filter((word) => /\p{Ll}/u.test(word))
    .map((word) => [...listForms(word)])
    .filter((forms) => forms.length > 0);
}
