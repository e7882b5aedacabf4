import { getCompanySso, listCompanyAudit, type SsoSettings, updateCompanySso } from '@lectern/contract';
import { Alert, Button, Checkbox, PasswordInput, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import type { ApiErrorCode } from '../../api/error.ts';
import { useApiMutation } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { FormPart } from './form-part.tsx';
import { DefaultLevel, LevelRules } from './level-rules.tsx';
import { signInAddress } from './sign-in-address.ts';
import classes from './sso.module.css';
import {
  findSsoProblems,
  keepsStoredSecret,
  type SsoField,
  type SsoFormValues,
  startValues,
  toSsoBody,
} from './sso-form-values.ts';

const fieldOfError: Partial<Record<ApiErrorCode, SsoField>> = {
  'sso.name_taken': 'signInName',
  'sso.discovery_failed': 'issuer',
  'sso.issuer_refused': 'issuer',
};

/** The provider of the company, from its address to the levels it gives. */
export function SsoForm({ sso, redirectUrl }: { sso: SsoSettings | null; redirectUrl: string }) {
  const { t } = useTranslation(['company', 'shell']);
  const [values, setValues] = useState<SsoFormValues>(() => startValues(sso));
  const [checked, setChecked] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const save = useApiMutation(updateCompanySso, {
    invalidates: [getCompanySso, listCompanyAudit],
    successMessage: 'company:sso.saved',
    handlesError: true,
    onSuccess: (saved) => {
      setValues(startValues(saved));
      setChecked(false);
    },
  });
  // The form is higher than the window: whoever sends it stands at what is wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal, ours or the server's, leads there anew.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, save.error]);
  const change = (part: Partial<SsoFormValues>) => {
    setValues((before) => ({ ...before, ...part }));
    // What the server said was about other values.
    save.reset();
  };
  const problems = checked ? findSsoProblems(values, sso) : {};
  const say = (field: SsoField): string | undefined => {
    if (save.isError && fieldOfError[save.error.code] === field) return describeError(save.error);
    if (field === 'levelClaim' && problems.levelClaim) return t('sso.claimNeeded');
    if (problems[field] === 'address') return t('sso.issuerInvalid');
    if (problems[field] === 'name') return t('sso.signInNameInvalid');
    return problems[field] && t('shell:validation.required');
  };
  const send = () => save.mutate({ body: toSsoBody(values) });
  const submit = () => {
    setChecked(true);
    if (Object.keys(findSsoProblems(values, sso)).length > 0) {
      setRefusals((before) => before + 1);
      return;
    }
    if (!sso?.enabled || values.enabled) return send();
    openConfirmModal({
      title: t('sso.disableTitle'),
      text: t('sso.disableText'),
      confirmLabel: t('sso.disable'),
      onConfirm: () => save.mutateAsync({ body: toSsoBody(values) }),
    });
  };
  const secretHint = () => {
    if (!sso?.maskedSecret) return t('sso.secretText');
    const secret = sso.maskedSecret;
    return keepsStoredSecret(values, sso)
      ? t('sso.secretKept', { secret })
      : t('sso.secretNeeded', { secret });
  };
  const address = signInAddress(values.signInName);
  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FormPart title={t('sso.provider')} text={t('sso.providerText')}>
        <CopyField label={t('sso.redirectUrl')} value={redirectUrl} />
      </FormPart>
      <FormPart title={t('sso.connection')}>
        <TextInput
          label={t('sso.issuer')}
          description={t('sso.issuerText')}
          inputMode="url"
          maxLength={2_000}
          withAsterisk
          value={values.issuer}
          error={say('issuer')}
          onChange={(event) => change({ issuer: event.currentTarget.value })}
        />
        <TextInput
          label={t('sso.clientId')}
          autoComplete="off"
          maxLength={255}
          withAsterisk
          value={values.clientId}
          error={say('clientId')}
          onChange={(event) => change({ clientId: event.currentTarget.value })}
        />
        {!values.publicClient && (
          <PasswordInput
            label={t('sso.clientSecret')}
            description={secretHint()}
            autoComplete="off"
            maxLength={4_000}
            withAsterisk={!keepsStoredSecret(values, sso)}
            visibilityToggleButtonProps={{ 'aria-label': t('sso.showSecret') }}
            value={values.clientSecret}
            error={say('clientSecret')}
            aria-invalid={say('clientSecret') !== undefined}
            onChange={(event) => change({ clientSecret: event.currentTarget.value })}
          />
        )}
        <Checkbox
          label={t('sso.publicClient')}
          checked={values.publicClient}
          onChange={(event) => change({ publicClient: event.currentTarget.checked })}
        />
        <TagsInput
          label={t('sso.scopes')}
          description={t('sso.scopesText')}
          maxTags={16}
          value={values.scopes}
          onChange={(scopes) => change({ scopes })}
        />
      </FormPart>
      <FormPart title={t('sso.signInPart')}>
        <TextInput
          label={t('sso.signInName')}
          description={t('sso.signInNameText')}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={40}
          withAsterisk
          value={values.signInName}
          error={say('signInName')}
          onChange={(event) => change({ signInName: event.currentTarget.value })}
        />
        {address !== undefined && (
          <CopyField label={t('sso.address')} description={t('sso.addressText')} value={address} />
        )}
      </FormPart>
      <FormPart title={t('sso.levelsPart')} text={t('sso.levelsText')}>
        <TextInput
          label={t('sso.levelClaim')}
          description={t('sso.levelClaimText')}
          autoComplete="off"
          maxLength={128}
          value={values.levelClaim}
          error={say('levelClaim')}
          onChange={(event) => change({ levelClaim: event.currentTarget.value })}
        />
        {(values.levelClaim.trim() !== '' || values.rules.length > 0) && (
          <LevelRules
            rules={values.rules}
            errorOf={({ key }) => say(`rule-${key}`)}
            onChange={(rules) => change({ rules })}
          />
        )}
        <DefaultLevel
          label={values.levelClaim.trim() === '' ? t('sso.everyone') : t('sso.defaultLevel')}
          value={values.defaultLevel}
          onChange={(defaultLevel) => change({ defaultLevel })}
        />
      </FormPart>
      <Stack gap="md">
        <Switch
          label={t('sso.enabled')}
          description={t('sso.enabledText')}
          checked={values.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        {save.isError && fieldOfError[save.error.code] === undefined && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {describeError(save.error)}
          </Alert>
        )}
        <div className={classes.foot}>
          <Button type="submit" loading={save.isPending}>
            {t('sso.save')}
          </Button>
          <span className={classes.footText}>{t('sso.saveText')}</span>
        </div>
      </Stack>
    </form>
  );
}
