import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-C5LCTISQ.js";import"./chunk-JDIUWVHW.js";import"./chunk-M7DKMJDA.js";import"./chunk-AWBFGO2A.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{a as runStep};
