/** A report as a mail: its text, its page, and its pictures as parts of the page. */
import MailComposer from "nodemailer/lib/mail-composer";
import type { MadeReport } from "../../writing/documents/report.ts";
import { pngOf } from "./png.ts";

/** @param to an address; undefined: whoever sends the mail writes it. */
export async function mailOf(
  { title, content, text, beside }: MadeReport,
  to: string | undefined,
): Promise<string> {
  const attachments = await Promise.all(
    beside.map(async ({ name, content: svg }) => ({
      cid: name,
      filename: name.replace(/\.svg$/, ".png"),
      contentType: "image/png",
      content: Buffer.from(await pngOf(svg)),
    })),
  );
  const mail = new MailComposer({ to, subject: title, text, html: content, attachments });
  return String(await mail.compile().build());
}
