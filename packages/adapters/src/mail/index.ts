export { MailError, type MailErrorKind } from './mail-error.ts';
export {
  createMailer,
  type Mailer,
  type MailerOptions,
  type MailMessage,
  type MailOutcome,
} from './mailer.ts';
