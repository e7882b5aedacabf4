export {
  createMailer,
  MailError,
  type Mailer,
  type MailerOptions,
  type MailMessage,
  type MailOutcome,
} from './mailer.ts';
