import { defaultOcrLanguages, getRecogniser, type OcrLanguage, type OcrMode } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { ModelHint } from './model-hint.tsx';

type RecogniserNoteProps = {
  /** The chosen languages; empty: those of the knowledge base's language. */
  chosen: readonly OcrLanguage[];
  /** Of the base; undefined while it is not known. */
  baseLanguage: string | undefined;
  mode: OcrMode;
};

/** What reads scans on this installation, in which languages, and which of the chosen ones it cannot read. */
export function RecogniserNote({ chosen, baseLanguage, mode }: RecogniserNoteProps) {
  const { t, i18n } = useTranslation('knowledge');
  const { data } = useApiQuery(getRecogniser, {}, { staleTime: 5 * 60_000 });
  if (!data) return null;
  const { recogniser } = data;
  if (!recogniser)
    return <ModelHint missing text={t(`reading.recogniser.${mode === 'engine' ? 'none' : 'noneAuto'}`)} />;
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const join = new Intl.ListFormat(i18n.language);
  const write = (codes: readonly OcrLanguage[]) => join.format(codes.map((code) => names.of(code) ?? code));
  const wanted = chosen.length > 0 ? chosen : defaultOcrLanguages(baseLanguage);
  const unread = wanted.filter((code) => !recogniser.languages.includes(code));
  const name = [recogniser.name, recogniser.version].filter(Boolean).join(' ');
  return (
    <>
      <ModelHint
        text={t(`reading.recogniser.${recogniser.state}`, { name, languages: write(recogniser.languages) })}
      />
      {unread.length > 0 && (
        <ModelHint
          missing
          text={t('reading.recogniser.unread', { count: unread.length, languages: write(unread) })}
        />
      )}
    </>
  );
}
