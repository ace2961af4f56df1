import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-OMT3Y76S.js";import"./chunk-JDIUWVHW.js";import"./chunk-HDCOWYRQ.js";import"./chunk-VIMIWDAN.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as runStep};
