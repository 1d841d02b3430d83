/*
 * What programs put on the clipboard for the same four cells ("Fast-changing", two lines, `6" & <b>`, 2024) as they write
 * it: Google Sheets in Chrome, Excel for Windows, LibreOffice Calc.
 */

export const CELLS = [
  ["Fast-changing", "https://a.example/1\nhttps://b.example/2"],
  ['6" & <b>', "2024"],
];

export const GOOGLE_SHEETS_HTML = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Fast-changing&quot;}">Fast-changing</td><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;https://a.example/1\\nhttps://b.example/2&quot;}">https://a.example/1<br/>https://b.example/2</td></tr><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;6\\&quot; &amp; &lt;b&gt;&quot;}">6&quot; &amp; &lt;b&gt;</td><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:2024}">2024</td></tr></tbody></table><!--EndFragment-->`;

export const EXCEL_HTML = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
td
	{padding-top:1px;
	mso-ignore:padding;
	color:black;}
.xl65
	{white-space:normal;}
-->
</style>
</head>

<body link="#0563C1" vlink="#954F72">

<table border=0 cellpadding=0 cellspacing=0 width=256 style='border-collapse:
 collapse;width:192pt'>
<!--StartFragment-->
 <col width=128 span=2 style='width:96pt'>
 <tr height=40 style='height:30.0pt'>
  <td height=40 width=128 style='height:30.0pt;width:96pt'>Fast-changing</td>
  <td class=xl65 width=128 style='width:96pt'>https://a.example/1<br>
    https://b.example/2</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 style='height:15.0pt'>6&quot; &amp; &lt;b&gt;</td>
  <td align=right>2024</td>
 </tr>
<!--EndFragment-->
</table>

</body>

</html>`;

export const EXCEL_TEXT =
  'Fast-changing\t"https://a.example/1\nhttps://b.example/2"\r\n6" & <b>\t2024\r\n';

export const CALC_HTML = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/><style type="text/css">body,div,table,thead,tbody,tfoot,tr,th,td,p { font-family:"Liberation Sans"; font-size:x-small }</style></head><body><table cellspacing="0" border="0"><colgroup span="2" width="85"></colgroup><tr><td height="32" align="left" valign=bottom>Fast-changing</td><td align="left" valign=bottom>https://a.example/1<br>https://b.example/2</td></tr><tr><td height="17" align="left" valign=bottom>6&quot; &amp; &lt;b&gt;</td><td align="right" valign=bottom sdval="2024" sdnum="1033;">2024</td></tr></table></body></html>`;
