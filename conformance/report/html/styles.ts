/** The one style of the page: on screens light and dark, from 320 px on, and on paper. */

import { FILTER_STYLE } from './matrix.ts';
import { PALETTE_STYLE } from './palette.ts';

const BASE = `
*,*::before,*::after{box-sizing:border-box}
html{font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:var(--ground);color:var(--ink);-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0 auto;max-width:72rem;min-width:18rem;padding:1.5rem clamp(.75rem,3vw,2rem) 3rem;font-size:.9375rem;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure,pre{margin:0;padding:0}
ul,ol{list-style:none}
h1{font-size:1.75rem;line-height:1.2;overflow-wrap:anywhere}
h2{font-size:1.3rem;line-height:1.3;margin-bottom:.75rem}
h3{font-size:1.05rem;margin:1.5rem 0 .5rem}
h4{font-size:.9375rem;margin:1.25rem 0 .4rem}
.small{font-size:.8125rem;font-weight:600;color:var(--ink-soft);margin:1.25rem 0 .3rem}
p+p{margin-top:.5rem}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:2px}
code,pre,.key{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem}
code{overflow-wrap:anywhere}
pre{background:var(--ground-raised);border:1px solid var(--line);border-radius:.45rem;padding:.6rem .75rem;line-height:1.45}
pre.command{white-space:pre-wrap;overflow-wrap:anywhere}
pre.source{overflow:auto;max-height:28rem}
section{margin-top:3rem}
.skip{position:absolute;left:-100rem}
.skip:focus{left:1rem;top:.5rem;padding:.4rem .8rem;background:var(--ground);border:2px solid var(--focus);border-radius:.4rem;z-index:1}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.defs{position:absolute}
.what,.clause,.seen,.hint,.over,.note,.cut,.size{color:var(--ink-soft)}
.tag{display:inline-block;border:1px solid var(--line-strong);border-radius:.3rem;padding:0 .35rem;font-size:.75rem;line-height:1.5}
nav{margin-top:1.5rem;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
nav ul{display:flex;flex-wrap:wrap;gap:0 1.1rem}
nav a{display:inline-block;padding:.55rem 0}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.75rem;color:var(--ink-soft);font-size:.8125rem}
`;

const LOOKS = `
[data-verdict]{--look:var(--idle);--look-fill:transparent}
[data-verdict=pass]{--look:var(--succeeded);--look-fill:var(--succeeded-fill)}
[data-verdict=fail],[data-verdict=blocked]{--look:var(--failed);--look-fill:var(--failed-fill)}
[data-verdict=degraded]{--look:var(--undone);--look-fill:var(--undone-fill)}
[data-verdict=choice]{--look:var(--unknown);--look-fill:var(--unknown-fill)}
[data-verdict=stale]{--look:var(--running);--look-fill:var(--running-fill)}
[data-verdict=inconclusive]{--look:var(--waiting)}
.icon{flex:none;width:1em;height:1em;fill:none;stroke:var(--look,currentColor);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round;vertical-align:-.12em}
.mark{display:inline-flex;align-items:center;gap:.35em;color:var(--ink)}
.mark b{font-weight:600}
[data-verdict=fail]>.word,[data-verdict=blocked]>.word{font-weight:700}
[data-look]{--look:var(--idle);--look-fill:transparent}
[data-look=succeeded]{--look:var(--succeeded);--look-fill:var(--succeeded-fill)}
[data-look=failed]{--look:var(--failed);--look-fill:var(--failed-fill)}
[data-look=unknown]{--look:var(--unknown);--look-fill:var(--unknown-fill)}
[data-look=undone]{--look:var(--undone);--look-fill:var(--undone-fill)}
[data-look=asked]{--look:var(--waiting)}
`;

const HEADER = `
.kind{color:var(--ink-soft);font-size:.8125rem}
.banners{margin-top:1rem}
.banners p{border:1px solid var(--look);border-left-width:.4rem;border-radius:.4rem;background:var(--look-fill);padding:.5rem .75rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:.75rem;margin-top:1.25rem}
.card{border:1px solid var(--line);border-top:.3rem solid var(--look);border-radius:.5rem;padding:.75rem .9rem}
.card h2{font-size:1rem;margin:0 0 .3rem;display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .75rem}
.claim{font-weight:600}
.conclusion{display:inline-flex;align-items:center;gap:.4em;font-weight:700}
.conclusion .icon{width:1.15em;height:1.15em}
.card p{font-size:.8125rem;color:var(--ink-soft)}
.counts{display:flex;flex-wrap:wrap;gap:.3rem;margin-top:.6rem}
.counts .mark{border:1px solid var(--look);border-radius:1rem;background:var(--look-fill);padding:.05rem .55rem;font-size:.8125rem}
.claims{margin-top:.6rem;font-size:.8125rem;overflow-wrap:anywhere}
.claims li+li{margin-top:.25rem;color:var(--ink-soft)}
.beginning{margin-top:1rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));gap:.6rem 1.25rem;margin-top:1.25rem}
.facts dt,.page dt{font-size:.75rem;color:var(--ink-soft)}
.facts dd{overflow-wrap:anywhere}
`;

const TABLES = `
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
caption{text-align:left;font-weight:600;padding:.4rem 0}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
thead th{font-size:.75rem;color:var(--ink-soft);border-bottom-color:var(--line-strong);vertical-align:bottom}
tbody th{font-weight:400}
.family th{font-weight:600;padding-top:1rem;background:none}
.matrix td{border-left:1px solid var(--line);background:var(--look-fill,transparent);min-width:7.5rem;width:9.5rem}
.matrix td a{color:var(--ink)}
.matrix .rule th{overflow-wrap:anywhere}
.matrix .what{display:block;font-size:.8125rem}
.matrix .seen{display:block;font-size:.75rem;color:var(--ink)}
.matrix [data-verdict=pass] .seen{color:var(--ink-soft)}
.matrix .none{color:var(--ink-soft);text-align:center;vertical-align:middle}
.expected{display:inline-block;border:1px dashed var(--line-strong);border-radius:.3rem;padding:0 .3rem;font-size:.75rem}
.filter{border:0;margin:0 0 .75rem;padding:0;display:flex;flex-wrap:wrap;gap:.35rem;min-width:0}
.filter legend{padding:0 0 .3rem;font-size:.8125rem;color:var(--ink-soft)}
.filter label{display:inline-flex;align-items:center;gap:.4rem;border:1px solid var(--line-strong);border-radius:1rem;padding:.2rem .7rem;min-height:1.75rem;font-size:.8125rem;cursor:pointer}
.filter label:has(:checked){background:var(--accent-soft);border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.filter label:focus-within{outline:2px solid var(--focus);outline-offset:2px}
.filter input{margin:0;accent-color:var(--accent)}
.filter b{font-weight:600}
.jump{display:flex;flex-wrap:wrap;gap:0 1rem;margin:0 0 .5rem;font-size:.8125rem}
.jump a{padding:.2rem 0}
.time{white-space:nowrap}
.trace td,.trace tbody th{padding:.15rem .6rem}
.trace td:last-child{overflow-wrap:anywhere}
.calls .key{overflow-wrap:anywhere;color:var(--ink-soft);max-width:16rem}
.calls [data-look] .word{border-bottom:2px solid var(--look)}
.only-here{background:var(--unknown-fill)}
.flag{font-size:.75rem;border:1px solid var(--unknown);border-radius:.3rem;padding:0 .3rem}
.names li{overflow-wrap:anywhere}
.gaps td{white-space:nowrap}
.gaps td:last-child{white-space:normal;min-width:9rem}
.questions .tag{margin-right:.3rem}
.questions .what{display:block;font-size:.8125rem}
@media (max-width:40rem){
.matrix .what{display:none}
.matrix th,.matrix td{padding:.3rem .3rem;min-width:0;width:auto;font-size:.75rem}
.matrix .mark{flex-direction:column;gap:0;align-items:flex-start}
.matrix .seen{font-size:.6875rem}
}
`;

const FAILURES = `
.contents{columns:20rem auto;column-gap:2rem}
.contents li{break-inside:avoid;padding:.15rem 0}
.failure{margin-top:2.5rem;border-top:2px solid var(--line-strong);padding-top:1rem}
.over{display:flex;flex-wrap:wrap;gap:.2rem .9rem;font-size:.8125rem}
.failure h3{font-size:1.2rem;margin:.2rem 0 .3rem}
.number{display:inline-block;min-width:1.6em;text-align:center;border:1px solid var(--line-strong);border-radius:1em;font-size:.8125rem;font-weight:600;vertical-align:.15em;padding:0 .4em}
.reason{margin-top:.5rem;border-left:.25rem solid var(--line-strong);padding-left:.6rem}
.breach{font-size:1.0625rem;font-weight:600;margin:1rem 0 .6rem;overflow-wrap:anywhere}
.pair,.pair+p{margin-top:.75rem}
.pair-title{font-size:.8125rem;color:var(--ink-soft)}
.pair dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:.5rem;margin-top:.25rem}
.pair dl>div{border:1px solid var(--look);border-left-width:.35rem;border-radius:.4rem;padding:.4rem .7rem;overflow-wrap:anywhere}
.expects{--look:var(--succeeded)}
.observes{--look:var(--failed)}
.pair dt{font-size:.75rem;color:var(--ink-soft)}
.size{margin-top:.75rem;font-size:.8125rem}
.sources{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 1rem}
.sources>div{min-width:0}
.lines li{overflow-wrap:anywhere}
details{margin-top:.5rem}
td>details{margin:0}
td>details summary{padding:0}
summary{cursor:pointer;padding:.2rem 0;color:var(--accent)}
.page{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:.5rem 1.25rem;margin-top:.5rem}
.page dd{overflow-wrap:anywhere}
.back{margin-top:.75rem;font-size:.8125rem}
.text{margin-top:1rem;padding-left:.75rem;border-left:.2rem solid var(--line)}
.text h4{margin:0}
.text:target,.failure:target>h3{border-left-color:var(--accent);background:var(--accent-soft)}
.incidents li{padding:.3rem 0;overflow-wrap:anywhere}
.incidents .hint{display:block}
.verdicts{display:grid;gap:.4rem .75rem;margin-top:.75rem}
.verdicts>div{display:grid;grid-template-columns:minmax(8.5rem,auto) 1fr;gap:.5rem;align-items:baseline}
.legend{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:.4rem 1rem;margin-top:.6rem;font-size:.8125rem}
.legend li{display:flex;align-items:center;gap:.6rem}
.legend svg{flex:none}
`;

const TIMELINE = `
.picture{width:fit-content;max-width:100%;border:1px solid var(--line);border-radius:.5rem;padding:.25rem 0}
figcaption{font-size:.8125rem;color:var(--ink-soft);margin-top:.3rem}
.timeline{display:block;font-size:11px;fill:var(--ink)}
.timeline text{fill:var(--ink)}
.timeline .panel{font-size:12.5px;font-weight:600}
.timeline .rule{stroke:var(--line);fill:none}
.timeline .lane{font-size:11.5px;fill:var(--ink-soft)}
.timeline .panel,.timeline .lane,.timeline .wait-text,.timeline .turn-word{paint-order:stroke;stroke:var(--ground);stroke-width:3px;stroke-linejoin:round}
.timeline .grid{stroke:var(--line);fill:none}
.timeline .shape{fill:var(--look-fill);stroke:var(--look);stroke-width:1.75;stroke-linejoin:round}
.timeline .hatched{fill:url(#hatch);stroke:none}
.hatch-line{stroke:var(--unknown);stroke-width:1.6;opacity:.35}
.timeline .sign,.timeline .on{fill:none;stroke:var(--look);stroke-width:2.1;stroke-linecap:round;stroke-linejoin:round}
.timeline .only{fill:none;stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 3}
.timeline .wait{fill:none;stroke:var(--waiting);stroke-width:1.5;stroke-dasharray:4 2.5}
.timeline .wait-text,.timeline .axis text,.timeline .turn-word{text-anchor:middle}
.timeline .late{fill:none;stroke:var(--look);stroke-width:1.5;stroke-dasharray:2 3}
.timeline .late-end{fill:var(--ground);stroke:var(--look);stroke-width:1.5}
.timeline .turn{fill:none;stroke:var(--waiting);stroke-width:1.25;stroke-dasharray:1 3}
.timeline .turn.is-breach{stroke:var(--failed);stroke-width:2;stroke-dasharray:none}
.timeline .turn-word.is-breach{font-weight:600}
.timeline .axis path{fill:none;stroke:var(--line-strong)}
.timeline .gap{fill:var(--ink-soft)}
`;

const PAPER = `
@media print{
@page{margin:14mm}
html{font-size:9.5pt;background:none}
body{max-width:none;padding:0}
nav,.filter,.jump,.skip,.back,#texts,.why>summary{display:none}
section{margin-top:1.5rem}
h2,h3,h4,.breach,caption,thead{break-after:avoid}
.card,.pair,figure,tr,.verdicts>div,.legend li{break-inside:avoid}
.failure{break-before:page;margin-top:0;border-top:0;padding-top:0}
#guide{break-before:page}
.scroll,pre.source{overflow:visible;max-height:none}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border-color:var(--line-strong)}
.timeline:not(.key){max-width:100%;height:auto;margin:0 auto}
.sources{display:block}
a{color:inherit}
table{font-size:8.5pt}
.matrix th,.matrix td{padding:.12rem .4rem}
.matrix .seen{display:inline}
details::details-content{content-visibility:visible;display:block;height:auto}
.link{display:none}
.contents{break-inside:avoid}
a[href^="#"]{text-decoration:none}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;

const FORCED = `
@media (forced-colors:active){
.card,.counts .mark,.pair dl>div,.banners p,.filter label{border-color:CanvasText}
.filter label:has(:checked){outline:2px solid Highlight}
.matrix td[data-verdict=fail],.matrix td[data-verdict=blocked]{outline:2px solid CanvasText;outline-offset:-2px}
.timeline,.timeline *{forced-color-adjust:none}
.icon{stroke:currentColor}
}
`;

export const STYLE = [
  ...[PALETTE_STYLE, BASE, LOOKS, HEADER, TABLES, FAILURES, TIMELINE, FILTER_STYLE],
  ...[PAPER, FORCED],
].join('\n');
