ALTER TABLE "sso_attempts" ALTER COLUMN "state_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sso_attempts" ADD COLUMN "next" text;--> statement-breakpoint
ALTER TABLE "sso_attempts" DROP COLUMN "error_code";--> statement-breakpoint
ALTER TABLE "sso_attempts" DROP COLUMN "error_detail";