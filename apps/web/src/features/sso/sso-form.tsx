import {
  getCompanySso,
  listCompanyAudit,
  type SsoSettings,
  signInName,
  updateCompanySso,
} from '@lectern/contract';
import { Box, Button, Checkbox, PasswordInput, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { DefaultLevel, LevelRules } from './level-rules.tsx';
import classes from './sso.module.css';
import {
  findSsoProblems,
  keepsStoredSecret,
  type SsoField,
  type SsoFormValues,
  type SsoProblem,
  startValues,
  toSsoBody,
} from './sso-form-values.ts';

function useSsoForm(sso: SsoSettings | null) {
  const { t } = useTranslation(['company', 'shell']);
  const describe = (field: string, problem: SsoProblem): string => {
    if (field === 'levelClaim') return t('sso.claimNeeded');
    if (problem === 'address') return t('sso.issuerInvalid');
    return t(problem === 'name' ? 'sso.signInNameInvalid' : 'shell:validation.required');
  };
  const form = useApiForm(updateCompanySso, {
    initialValues: startValues(sso),
    toBody: toSsoBody,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(findSsoProblems(values, sso)).map(([field, problem = 'required']) => [
          field,
          describe(field, problem),
        ]),
      ),
    errorFields: {
      'sso.name_taken': 'signInName',
      'sso.discovery_failed': 'issuer',
      'sso.issuer_refused': 'issuer',
    },
    invalidates: [getCompanySso, listCompanyAudit],
    successMessage: 'company:sso.saved',
    onSuccess: (saved) => {
      form.setValues(startValues(saved));
    },
  });
  const submit = form.onSubmit((values) => {
    if (!sso?.enabled || values.enabled) return void form.send(values).catch(() => undefined);
    openConfirmModal({
      title: t('sso.disableTitle'),
      text: t('sso.disableText'),
      confirmLabel: t('sso.disable'),
      onConfirm: () => form.send(values),
    });
  }, form.refuse);
  return { ...form, submit };
}

type SsoFormState = ReturnType<typeof useSsoForm>;

/** The provider of the company, from its address to the levels it gives. */
export function SsoForm({ sso, redirectUrl }: { sso: SsoSettings | null; redirectUrl: string }) {
  const { t } = useTranslation('company');
  const form = useSsoForm(sso);
  const { levelClaim, rules, defaultLevel } = form.values;
  const hasClaim = levelClaim.trim() !== '';
  const name = signInName.safeParse(form.values.signInName);
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack gap={28} maw={640}>
        <FormPart title={t('sso.provider')} text={t('sso.providerText')}>
          <CopyField label={t('sso.redirectUrl')} value={redirectUrl} />
        </FormPart>
        <Connection form={form} sso={sso} />
        <FormPart title={t('sso.signInPart')}>
          <TextInput
            label={t('sso.signInName')}
            description={t('sso.signInNameText')}
            autoComplete="off"
            autoCapitalize="none"
            withAsterisk
            {...form.field('signInName')}
          />
          {name.success && (
            <CopyField
              label={t('sso.address')}
              description={t('sso.addressText')}
              value={`${window.location.origin}/login?company=${name.data}`}
            />
          )}
        </FormPart>
        <FormPart title={t('sso.levelsPart')} text={t('sso.levelsText')}>
          <TextInput
            label={t('sso.levelClaim')}
            description={t('sso.levelClaimText')}
            autoComplete="off"
            {...form.field('levelClaim')}
          />
          {(hasClaim || rules.length > 0) && (
            <LevelRules
              rules={rules}
              errorOf={({ key }) => form.errors[`rule-${key}` satisfies SsoField]}
              onChange={(next) => form.setFieldValue('rules', next)}
            />
          )}
          <DefaultLevel
            label={t(hasClaim ? 'sso.defaultLevel' : 'sso.everyone')}
            value={defaultLevel}
            onChange={(level) => form.setFieldValue('defaultLevel', level)}
          />
        </FormPart>
        <Stack gap="md">
          <Switch
            label={t('sso.enabled')}
            description={t('sso.enabledText')}
            {...form.field('enabled', { type: 'checkbox' })}
          />
          <FormError error={form.error} />
          <div className={classes.foot}>
            <Button type="submit" loading={form.isSending}>
              {t('sso.save')}
            </Button>
            <Box component="span" flex="1 1 220px" miw={0} c="dimmed" fz="xs">
              {t('sso.saveText')}
            </Box>
          </div>
        </Stack>
      </Stack>
    </form>
  );
}

function Connection({ form, sso }: { form: SsoFormState; sso: SsoSettings | null }) {
  const { t } = useTranslation('company');
  const values: SsoFormValues = form.values;
  const keepsSecret = keepsStoredSecret(values, sso);
  const secret = sso?.maskedSecret;
  const secretHint = secret
    ? t(keepsSecret ? 'sso.secretKept' : 'sso.secretNeeded', { secret })
    : t('sso.secretText');
  return (
    <FormPart title={t('sso.connection')}>
      <TextInput
        label={t('sso.issuer')}
        description={t('sso.issuerText')}
        inputMode="url"
        withAsterisk
        {...form.field('issuer')}
      />
      <TextInput label={t('sso.clientId')} autoComplete="off" withAsterisk {...form.field('clientId')} />
      {!values.publicClient && (
        <PasswordInput
          label={t('sso.clientSecret')}
          description={secretHint}
          autoComplete="off"
          withAsterisk={!keepsSecret}
          visibilityToggleButtonProps={{ 'aria-label': t('sso.showSecret') }}
          {...form.field('clientSecret')}
        />
      )}
      <Checkbox label={t('sso.publicClient')} {...form.field('publicClient', { type: 'checkbox' })} />
      <TagsInput label={t('sso.scopes')} description={t('sso.scopesText')} {...form.field('scopes')} />
    </FormPart>
  );
}

/** A step of the setup, with its heading. */
function FormPart({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <Box component="legend" p={0} mb={12} fw={600}>
        {title}
      </Box>
      {text !== undefined && (
        <Box component="p" mt={-8} mx={0} mb={0} c="dimmed" fz="sm">
          {text}
        </Box>
      )}
      {children}
    </fieldset>
  );
}
