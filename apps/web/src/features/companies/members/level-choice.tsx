import { levels } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { memberLevels } from '../../../ui/display/member-level.ts';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';

/** Chooses a level, each with what it allows. */
export function LevelChoice({
  label,
  value,
  onChange,
  highest = levels.COMPANY,
}: {
  label: string;
  value: number;
  onChange: (level: number) => void;
  highest?: number;
}) {
  const { t } = useTranslation('company');
  return (
    <ChoiceCards
      label={label}
      value={String(value)}
      onChange={(next) => onChange(Number(next))}
      choices={memberLevels
        .filter(({ level }) => level <= highest)
        .map(({ level, key }) => ({
          value: String(level),
          name: t(`levels.${key}.name`),
          text: t(`levels.${key}.text`),
        }))}
    />
  );
}
