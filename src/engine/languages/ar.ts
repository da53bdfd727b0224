import { own } from '../../base/own.ts';
import type { OwnMessage } from '../outcome.ts';
import type { MustBe } from './must-be.ts';

/** What a value must be, by the kind of value in the Type column. */
const must: Readonly<Record<MustBe, string>> = {
  required: 'مطلوب',
  length: 'أطول مما يُسمح به',
  text: 'يجب أن يكون نصًا',
  integer: 'يجب أن يكون عددًا صحيحًا',
  decimal: 'يجب أن يكون عددًا',
  percent: 'يجب أن يكون نسبة مئوية',
  money: 'يجب أن يكون مبلغًا بخانتين عشريتين على الأكثر',
  boolean: 'يجب أن يكون نعم أو لا',
  date: 'يجب أن يكون تاريخًا',
  time: 'يجب أن يكون وقتًا',
  datetime: 'يجب أن يكون تاريخًا مع الوقت',
  duration: 'يجب أن يكون مدة زمنية',
  email: 'يجب أن يكون عنوان بريد إلكتروني',
  url: 'يجب أن يكون عنوان ويب يبدأ بـ http:// أو https://',
  phone: 'يجب أن يكون رقم هاتف',
  color: 'يجب أن يكون لونًا',
  uuid: 'يجب أن يكون معرّف UUID',
  slug: 'لا يقبل إلا حروفًا لاتينية صغيرة وأرقامًا وشرطات',
  enum: 'يجب أن يكون من القيم المعروضة',
  relation: 'يجب أن يكون سجلًا موجودًا',
  list: 'يجب أن يكون قائمة',
  file: 'يجب أن يكون ملفًا مرفوعًا',
  image: 'يجب أن يكون صورة',
};

/** The built-in message of a refusal, in Arabic. */
export function arabicRefusal({ code, data }: OwnMessage): string {
  const { field = '', entity = '' } = data;
  switch (code) {
    case 'UNAUTHORIZED':
      return 'سجّل الدخول للمتابعة.';
    case 'FORBIDDEN':
      return 'ليس لديك إذن بالوصول.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'غير موجود.' : `${entity}: غير موجود.`;
    case 'CONFLICT':
      return 'هذا الإجراء غير ممكن حاليًا.';
    case 'INVALID':
      return field === '' ? 'القيمة غير صالحة.' : `${field}: القيمة غير صالحة.`;
    case 'required':
      return `${field} مطلوب.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'قيمته غير صالحة'}.`;
    case 'taken':
      return `${data['fields'] ?? ''}: هذه القيمة مستخدمة بالفعل.`;
    case 'referred':
      return `لا يمكن الحذف لأن سجلات أخرى ما زالت مرتبطة به (${entity}: ${field}).`;
    case 'rule':
      return `لم تتحقق القاعدة «${data['rule'] ?? ''}».`;
    case 'no-field':
      return `${field} ليس حقلًا في ${entity}.`;
    case 'no-way':
      return `لا يمكنك نقل هذا من «${data['from'] ?? ''}» إلى «${data['to'] ?? ''}».`;
    case 'not-asked':
      return `${field} غير مطلوب هنا.`;
    case 'mistake-in-document':
      return 'لا يمكن تنفيذ ذلك لوجود خطأ في المستند.';
    case 'no-accounts':
      return 'لا يمكن تسجيل الدخول: لا يحدّد المستند أي حسابات.';
    case 'sign-in':
      return 'بيانات تسجيل الدخول غير صحيحة.';
    case 'TOO_MANY_ATTEMPTS':
      return `محاولات كثيرة جدًا. حاول مرة أخرى بعد ${data['seconds'] ?? ''} ثانية.`;
    case 'TOO_EXPENSIVE':
      return 'الطلب كبير جدًا. قلّص نطاقه ثم حاول مرة أخرى.';
    case 'password-required':
      return 'أدخل كلمة المرور الحالية.';
    case 'wrong-password':
      return 'كلمة المرور الحالية غير صحيحة.';
    case 'other-password':
      return 'هذه ليست كلمة المرور التي اخترتها عند التسجيل.';
    case 'code-required':
      return 'أدخل الرمز من تطبيق المصادقة.';
    case 'wrong-code':
      return 'هذا الرمز غير صحيح أو سبق استخدامه.';
    case 'link-expired':
      return 'انتهت صلاحية هذا الرابط أو سبق استخدامه. اطلب رابطًا جديدًا.';
    case 'confirm-email':
      return 'أكّد عنوان بريدك الإلكتروني أولًا: اطلب رابطًا لذلك.';
    case 'too-many-rows':
      return `الحد الأقصى لصفوف الملف هو ${data['most'] ?? ''}، وهذا الملف يحوي ${data['rows'] ?? ''}. قسّمه إلى عدة ملفات.`;
    case 'more-mistakes':
      return `عدد الأخطاء الأخرى: ${data['count'] ?? ''}.`;
    case 'failed':
      return 'حدث خطأ. لم يتغيّر شيء.';
    case 'storage-full':
      return 'مساحة التخزين في متصفحك ممتلئة، لذلك لم يُحفظ شيء. احذف ما لم تعد تحتاج إليه أو أفرغ مساحة من إعدادات المتصفح، ثم حاول مرة أخرى.';
    case 'not-saved':
      return `تعذّر على متصفحك حفظ هذا، ولم يتغير شيء. (${data['why'] ?? ''})`;
    case 'outcome-unknown':
      return 'ربما لم يُحفظ التغيير. أعد تحميل الصفحة قبل أن تحاول مرة أخرى.';
    case 'unavailable':
      return 'الخدمة لا تستجيب حاليًا، ولم يُحفظ شيء. حاول مرة أخرى بعد قليل.';
  }
}
