DROP INDEX "accounts_email";--> statement-breakpoint
CREATE INDEX "accounts_email_claimed" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email")) WHERE email_verified_at is not null;