import type { GreyPicture } from '@lectern/parsing';

/** Languages of the product; each stands for the first of these data files that is there. */
export type OcrLanguage = 'en' | 'fr' | 'zh' | 'zh-Hant';

const DATA_NAMES: Record<OcrLanguage, readonly string[]> = {
  en: ['eng'],
  fr: ['fra'],
  zh: ['chi_sim', 'chi_tra'],
  'zh-Hant': ['chi_tra', 'chi_sim'],
};

/** The languages of the product that these data files serve. */
export function listLanguages(dataNames: readonly string[]): OcrLanguage[] {
  return (Object.keys(DATA_NAMES) as OcrLanguage[]).filter((language) =>
    DATA_NAMES[language].some((name) => dataNames.includes(name)),
  );
}

/** The data files for the languages asked for, in their order; those without data are left out. */
export function chooseData(languages: readonly OcrLanguage[], dataNames: readonly string[]): string[] {
  const names = languages.flatMap((language) => {
    const name = DATA_NAMES[language].find((candidate) => dataNames.includes(candidate));
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)];
}

/** The simplest picture format there is: a line of text and the pixels. */
export function encodePgm({ pixels, width, height }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}
