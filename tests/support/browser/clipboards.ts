/** What other programs put on the clipboard, in their shape, and what the editor makes of it. */

const word = (fragment: string) => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;color:red} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->${fragment}<!--EndFragment--></body></html>`;

/** Word puts no lists on the clipboard: its items are paragraphs that begin with their bullet as text. */
const WORD_ITEM = `<p class=MsoListParagraphCxSpMiddle style='margin-left:36pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>A <i>point</i><o:p></o:p></p>`;

const WORD = word(`<h1 style='mso-line-height-rule:exactly'>Teapots &gt; bunnies</h1>
<p class=MsoNormal style='margin:0' onclick="go()"><span style="font-size:18pt;color:#C00000">Red <b>bold</b>, <s>struck</s> and 10<sup>th</sup><o:p></o:p></span></p>
<p class=MsoNormal>First line<br>
second line <a href="javascript:go()">bad</a> <a href="https://example.org" style="color:red">good</a></p>
${WORD_ITEM}
<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0'><td width=200 valign=top style='width:150pt'><p class=MsoNormal style='margin:0'>Young<o:p></o:p></p></td>
 <td width=200 colspan=2 valign=top><p class=MsoNormal>Under 35<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=200 height=90
src="file:///C:/Users/KLEIN/AppData/Local/Temp/clip_image001.png" v:shapes="Picture_1" onerror="go()"><![endif]></p>
<img src="https://elsewhere.example/track.png" width=1 height=1><script>go()</script>`);

const GMAIL = `<meta http-equiv="content-type" content="text/html; charset=utf-8"><div dir="ltr" style="color:rgb(34,34,34);font-family:Arial,Helvetica,sans-serif;font-size:small;font-style:normal;font-weight:400;text-decoration-style:initial"><div>Dear colleagues,</div><div><br></div><div>the <b>call</b> is <span style="text-decoration:underline">open</span>.<br>Please reply.</div><ul><li style="margin-left:15px">Papers<ul><li style="margin-left:15px">Short papers</li></ul></li><li style="margin-left:15px">Posters</li></ul><table cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed"><colgroup><col width="100"><col width="100"></colgroup><tbody><tr style="height:21px"><td style="overflow:hidden">Deadline</td><td style="overflow:hidden">1 May</td></tr></tbody></table><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)"><div>Earlier words</div></blockquote><div><img src="https://mail.google.com/mail/u/0?ui=2&amp;ik=1&amp;attid=0.1&amp;view=fimg" alt="klein.png" width="400" height="200" data-surl="cid:ii_1"></div></div>`;

const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1975"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt"><span style="font-size:16pt;font-family:Arial,sans-serif;font-weight:700;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap">News</span></h2><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;vertical-align:baseline">Plain, </span><span style="font-size:11pt;font-weight:700;font-style:italic;text-decoration:none">bold italics</span><span style="font-size:0.6em;font-weight:400;vertical-align:super">2</span><span style="text-decoration:line-through"> gone </span><a href="https://example.org/call" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline;-webkit-text-decoration-skip:none">a link</span></a></p><ol style="margin-top:0;padding-inline-start:48px"><li dir="ltr" style="list-style-type:decimal" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">One</span></p></li><ol style="margin-top:0"><li dir="ltr" style="list-style-type:lower-alpha" aria-level="2"><p dir="ltr" role="presentation"><span>One a</span></p></li></ol></ol><div dir="ltr" style="margin-left:0pt" align="left"><table style="border:none;border-collapse:collapse"><colgroup><col width="300" /><col width="300" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000 1pt"><p dir="ltr"><span>Left</span></p></td><td><p dir="ltr"><span>Right</span></p></td></tr></tbody></table></div><p dir="ltr"><span><span style="border:none;display:inline-block;overflow:hidden;width:200px;height:90px"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX" width="200" height="90" style="margin-left:0px" /></span></span></p></b><br class="Apple-interchange-newline">`;

export const clipboards = [
  {
    program: 'Word',
    html: WORD,
    shown:
      '<h2>Teapots &gt; bunnies</h2><p>Red <strong>bold</strong>, <s>struck</s> and 10<sup>th</sup></p>' +
      '<p>First line<br>second line bad <a href="https://example.org">good</a></p>' +
      '<p>·&nbsp;&nbsp; A <em>point</em></p><p>Young</p><p>Under 35</p>',
  },
  {
    program: 'Gmail',
    html: GMAIL,
    shown:
      '<p>Dear colleagues,</p><p>the <strong>call</strong> is <u>open</u>.<br>Please reply.</p>' +
      '<ul><li><p>Papers</p><ul><li><p>Short papers</p></li></ul></li><li><p>Posters</p></li></ul>' +
      '<p>Deadline</p><p>1 May</p><blockquote><p>Earlier words</p></blockquote>',
  },
  {
    program: 'Google Docs',
    html: GOOGLE_DOCS,
    shown:
      '<h2><strong>News</strong></h2><p>Plain, <strong><em>bold italics</em></strong><sup>2</sup><s> gone </s><a href="https://example.org/call"><u>a link</u></a></p>' +
      '<ol><li><p>One</p><ol type="a"><li><p>One a</p></li></ol></li></ol>' +
      '<p>Left</p><p>Right</p>',
  },
  {
    program: 'a page with frames, forms and tables for its layout',
    html: '<table role=presentation><tr><td><p>In</p></td><td><p>out</p></td></tr></table><table><tr><td>Alone</td></tr></table><iframe src="https://elsewhere.example"></iframe><input type=hidden><input name=a><p><a href="#top">Top</a> style="stays"</p><h5>Small</h5>',
    shown: '<p>In</p><p>out</p><p>Alone</p><p>Top style="stays"</p><h3>Small</h3>',
  },
] as const;
