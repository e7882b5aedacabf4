import type { CompanyPackage } from '@lectern/contract';
import { expect, it } from 'vitest';
import { isYearBelowMonth, startValues, toPackageBody } from './package-form-values.ts';

const existing: CompanyPackage = {
  id: '019aa000-0000-7000-8000-000000000001',
  name: 'Starter',
  enabled: true,
  isSignUpDefault: false,
  maxUsers: 5,
  maxChatbots: 0,
  maxKbs: null,
  maxChatbotIframes: 2,
  maxStorageGb: 0.5,
  maxRequests: 1_000,
  yearlyMaxRequests: null,
  companyCount: 3,
  createdAt: '2026-11-21T00:00:00Z',
};

it('brings a package into the form and back as it was', () => {
  const { maxUsers, maxChatbots, maxKbs, maxChatbotIframes, maxStorageGb, maxRequests, yearlyMaxRequests } =
    existing;
  expect(toPackageBody(startValues(existing))).toEqual({
    name: 'Starter',
    maxUsers,
    maxChatbots,
    maxKbs,
    maxChatbotIframes,
    maxStorageGb,
    maxRequests,
    yearlyMaxRequests,
  });
});

it('means unlimited by an empty field, and nothing at all by zero', () => {
  const values = { ...startValues(undefined), name: '  Pro ', maxUsers: '', maxKbs: 0 };
  expect(toPackageBody(values)).toMatchObject({
    name: '  Pro ',
    maxUsers: null,
    maxKbs: 0,
    maxChatbots: null,
  });
});

it('notices a year that allows less than a month', () => {
  const values = startValues(existing);
  expect(isYearBelowMonth(values)).toBe(false);
  expect(isYearBelowMonth({ ...values, yearlyMaxRequests: 999 })).toBe(true);
  expect(isYearBelowMonth({ ...values, yearlyMaxRequests: 1_000 })).toBe(false);
});
