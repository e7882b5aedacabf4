import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { challenge, email, me, password, signInOutcome } from './accounts.ts';

const code = z
  .string()
  .trim()
  .regex(/^\d{6}$/);
const codeErrors = ['auth.code_wrong', 'auth.code_expired', 'auth.too_many_attempts'] as const;

const challengeParams = z.object({ challengeId: id });

export const answerChallenge = defineEndpoint({
  id: 'answerChallenge',
  tag: 'Accounts',
  summary: 'Finish signing in, or registering, with the mailed code',
  method: 'POST',
  path: '/challenges/:challengeId/answer',
  access: 'anonymous',
  audit: true,
  params: challengeParams,
  body: z.strictObject({ code }),
  response: signInOutcome,
  status: 200,
  errors: [
    ...codeErrors,
    'account.email_taken',
    'auth.account_disabled',
    'auth.company_disabled',
    'auth.no_company',
  ],
  rateLimit: 'guess',
});

export const resendCode = defineEndpoint({
  id: 'resendCode',
  tag: 'Accounts',
  summary: 'Mail a new code; the old one, and its challenge, end',
  method: 'POST',
  path: '/challenges/:challengeId/resend',
  access: 'anonymous',
  params: challengeParams,
  response: challenge,
  status: 201,
  errors: ['auth.code_expired', 'auth.too_many_attempts'],
  rateLimit: 'guess',
});

export const requestPasswordReset = defineEndpoint({
  id: 'requestPasswordReset',
  tag: 'Accounts',
  summary: 'Mail a code for a new password; the answer is the same whether or not the address is known',
  method: 'POST',
  path: '/password-resets',
  access: 'anonymous',
  body: z.strictObject({ email }),
  response: challenge,
  status: 201,
  errors: ['auth.too_many_attempts'],
  rateLimit: 'guess',
});

export const resetPassword = defineEndpoint({
  id: 'resetPassword',
  tag: 'Accounts',
  summary: 'Set a new password with the mailed code; every session of the account ends',
  method: 'POST',
  path: '/password-resets/:challengeId',
  access: 'anonymous',
  audit: true,
  params: challengeParams,
  body: z.strictObject({
    code,
    newPassword: password,
    /** Also ends the API tokens that the account made. */
    endApiTokens: z.boolean().default(false),
  }),
  responseKind: 'none',
  status: 204,
  errors: [...codeErrors, 'account.password_too_short'],
  rateLimit: 'guess',
});

export const requestEmailVerification = defineEndpoint({
  id: 'requestEmailVerification',
  tag: 'Accounts',
  summary: "Mail a code to the account's address",
  method: 'POST',
  path: '/me/email-verification',
  access: 'Home',
  whileImpersonating: 'refused',
  response: challenge,
  status: 201,
  errors: ['account.email_already_verified', 'auth.too_many_attempts'],
  rateLimit: 'guess',
});

export const verifyEmail = defineEndpoint({
  id: 'verifyEmail',
  tag: 'Accounts',
  summary: "Prove the account's address with the mailed code",
  method: 'PUT',
  path: '/me/email-verification',
  access: 'Home',
  whileImpersonating: 'refused',
  body: z.strictObject({ challengeId: id, code }),
  response: me,
  status: 200,
  errors: codeErrors,
  rateLimit: 'guess',
});

export const requestTwoFactorChange = defineEndpoint({
  id: 'requestTwoFactorChange',
  tag: 'Accounts',
  summary: 'Begin to switch the code at sign-in on or off: the password now, a mailed code next',
  method: 'POST',
  path: '/me/two-factor',
  access: 'Home',
  whileImpersonating: 'refused',
  withSingleSignOn: 'refused',
  body: z.strictObject({ enabled: z.boolean(), currentPassword: password }),
  response: challenge,
  status: 201,
  errors: ['account.current_password_wrong', 'auth.too_many_attempts', 'auth.codes_unreadable'],
  rateLimit: 'guess',
});

export const changeTwoFactor = defineEndpoint({
  id: 'changeTwoFactor',
  tag: 'Accounts',
  summary: 'Finish the change with the mailed code, which proves the address too',
  method: 'PUT',
  path: '/me/two-factor',
  access: 'Home',
  whileImpersonating: 'refused',
  withSingleSignOn: 'refused',
  audit: true,
  body: z.strictObject({ challengeId: id, code }),
  response: me,
  status: 200,
  errors: codeErrors,
  rateLimit: 'guess',
});
