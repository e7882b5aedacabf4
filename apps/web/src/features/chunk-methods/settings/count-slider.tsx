import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LabelledSlider } from '../../../ui/form/labelled-slider.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';

type CountSliderProps = {
  label: string;
  hint: string;
  value: number;
  most: number;
  readOnly: boolean;
  onChange: (value: number) => void;
  /** Said below while it is not off. */
  note?: ReactNode;
};

/** A count that is off at 0. */
export function CountSlider({ most, readOnly, note, ...slider }: CountSliderProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const { value } = slider;
  return (
    <div>
      <LabelledSlider
        {...slider}
        max={most}
        step={1}
        text={value === 0 ? t('enrichment.off') : format.number(value)}
        dimmed={value === 0}
        disabled={readOnly}
      />
      {value > 0 && note}
    </div>
  );
}
