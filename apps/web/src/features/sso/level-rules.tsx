import { updateCompanySso } from '@lectern/contract';
import { ActionIcon, Button, Input, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { memberLevels } from '../../ui/display/member-level.ts';
import { limitsOf } from '../../ui/form/body-schema.ts';
import classes from './sso.module.css';
import type { LevelRule } from './sso-form-values.ts';

const refused = 'refused';

function useLevelNames() {
  const { t } = useTranslation('company');
  return memberLevels.map(({ level, key }) => ({ value: String(level), label: t(`levels.${key}.name`) }));
}

type Props = {
  rules: readonly LevelRule[];
  onChange: (rules: LevelRule[]) => void;
  errorOf: (rule: LevelRule) => ReactNode;
};

/** Values of the claim, and the level that each gives. */
export function LevelRules({ rules, onChange, errorOf }: Props) {
  const { t } = useTranslation('company');
  const names = useLevelNames();
  const change = (key: number, part: Partial<LevelRule>) =>
    onChange(rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)));
  const add = () =>
    onChange([...rules, { key: Math.max(-1, ...rules.map(({ key }) => key)) + 1, value: '', level: 0 }]);
  return (
    <Input.Wrapper label={t('sso.rules')} labelElement="div">
      {rules.length > 0 && (
        <Stack component="ul" className="plain-list" gap={8} m={0} p={0}>
          {rules.map((rule, index) => {
            const number = index + 1;
            return (
              <li key={rule.key} className={classes.rule}>
                <TextInput
                  aria-label={t('sso.valueNamed', { number })}
                  placeholder={t('sso.value')}
                  {...limitsOf(updateCompanySso, 'levels.0.value')}
                  value={rule.value}
                  error={errorOf(rule)}
                  onChange={(event) => change(rule.key, { value: event.currentTarget.value })}
                />
                <Select
                  aria-label={t('sso.levelNamed', { number })}
                  data={names}
                  allowDeselect={false}
                  value={String(rule.level)}
                  onChange={(level) => change(rule.key, { level: Number(level) })}
                />
                <ActionIcon
                  size={36}
                  aria-label={t('sso.removeRule', { number })}
                  onClick={() => onChange(rules.filter(({ key }) => key !== rule.key))}
                >
                  <IconTrash size={17} stroke={1.6} />
                </ActionIcon>
              </li>
            );
          })}
        </Stack>
      )}
      <Button
        mt={rules.length > 0 ? 8 : 0}
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={15} aria-hidden />}
        disabled={rules.length >= (limitsOf(updateCompanySso, 'levels').maxTags ?? 0)}
        onClick={add}
      >
        {t('sso.addRule')}
      </Button>
    </Input.Wrapper>
  );
}

/** The level of people whom no rule names, or that they are refused. */
export function DefaultLevel({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (level: number | null) => void;
}) {
  const { t } = useTranslation('company');
  const names = useLevelNames();
  return (
    <Select
      label={label}
      maw={280}
      data={[...names, { value: refused, label: t('sso.refuse') }]}
      allowDeselect={false}
      value={value === null ? refused : String(value)}
      onChange={(chosen) => onChange(chosen === refused ? null : Number(chosen))}
    />
  );
}
