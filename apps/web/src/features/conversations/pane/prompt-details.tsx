import { type Assistant, promptVariable } from '@lectern/contract';
import { Button, Text, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limitsIn } from '../../../ui/form/body-schema.ts';
import classes from './composer.module.css';

type Variable = Assistant['variables'][number];

type Props = {
  variables: Variable[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  /** Keys that must be filled and are not; shown once sending was tried. */
  missing: string[];
};

/** Required variables without a value of the person or of the assistant. */
export function missingVariables(variables: Variable[], values: Record<string, string>): string[] {
  return variables
    .filter(({ key, optional, value }) => !optional && (values[key] ?? value).trim() === '')
    .map(({ key }) => key);
}

/** Asks for the assistant's prompt variables; folds to a button once they are given. */
export function PromptDetails({ variables, values, onChange, opened, onOpenedChange, missing }: Props) {
  const { t } = useTranslation('chat');
  if (variables.length === 0) return null;
  if (!opened)
    return (
      <Button
        mb={4}
        variant="subtle"
        color="gray"
        size="compact-xs"
        leftSection={<IconAdjustmentsHorizontal size={14} stroke={1.7} />}
        onClick={() => onOpenedChange(true)}
      >
        {t('composer.change')}
      </Button>
    );
  return (
    <section className={classes.details} aria-labelledby="prompt-details">
      <h3 id="prompt-details" className={classes.detailsTitle}>
        {t('composer.variables')}
      </h3>
      {variables.some(({ optional }) => !optional) && (
        <Text size="xs" c="dimmed" mt={2}>
          {t('composer.variablesText')}
        </Text>
      )}
      <div className={classes.detailsFields}>
        {variables.map(({ key, optional, value }) => (
          <TextInput
            key={key}
            size="sm"
            label={key}
            withAsterisk={!optional}
            {...limitsIn(promptVariable, 'value')}
            placeholder={value}
            value={values[key] ?? ''}
            onChange={(event) => onChange({ ...values, [key]: event.currentTarget.value })}
            error={missing.includes(key) && t('composer.variableRequired', { key })}
          />
        ))}
      </div>
      <Button mt="sm" size="xs" variant="default" onClick={() => onOpenedChange(false)}>
        {t('composer.begin')}
      </Button>
    </section>
  );
}
