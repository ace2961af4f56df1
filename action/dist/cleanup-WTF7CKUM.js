import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-DTQTGBAX.js";import"./chunk-B2XMRTEG.js";import"./chunk-6BG3DPXB.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
