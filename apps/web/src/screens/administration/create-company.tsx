import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CreateCompanyForm } from '../../features/administration/companies/create-company-form.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LinkButton, TextLink } from '../../ui/link.tsx';
import classes from './create-company.module.css';

export function Screen() {
  const { t } = useTranslation('administration');
  return (
    <>
      <PageHeader
        title={t('createCompany.title')}
        description={t('createCompany.text')}
        above={
          <TextLink to="/user-setting/lectern_admin" size="sm" className={classes.back}>
            <IconArrowLeft size={15} aria-hidden />
            {t('createCompany.back')}
          </TextLink>
        }
      />
      <CreateCompanyForm
        linkToCompanies={
          <LinkButton to="/user-setting/lectern_admin">{t('createCompany.toCompanies')}</LinkButton>
        }
      />
    </>
  );
}
